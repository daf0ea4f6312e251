/** Ids: how they are made, checked and stored. */
export { idFromUuid, type IdPrefix, isId, newId, uuidFromId, uuidv7 } from './ids.ts';
