import { camelCase, pascalCase } from '../names.ts';

/** The words of a slice in all the forms that its files need. */
export interface SliceNames {
  readonly service: string;
  /** `apps/ingestion` */
  readonly root: string;
  /** `pin-note` */
  readonly slice: string;
  /** `pin` */
  readonly verb: string;
  /** `note`, and so the folder, the type of the stream, and the first part of its id. */
  readonly noun: string;
  /** `Note`, `note`, `Notes` */
  readonly Noun: string;
  readonly nounName: string;
  /** `PinNote` */
  readonly Command: string;
  /** `NotePinned` */
  readonly Event: string;
  /** `pinnedAt`: when it was done */
  readonly doneAt: string;
  /** `noteId` */
  readonly nounId: string;
  readonly done: string;
}

export function sliceNames(options: {
  readonly name: string;
  readonly service: string;
  readonly done: string;
}): SliceNames {
  const { name, service, done } = options;
  const [verb = '', ...rest] = name.split('-');
  const noun = rest.join('-');
  return {
    service,
    root: `apps/${service}`,
    slice: name,
    verb,
    noun,
    Noun: pascalCase(noun),
    nounName: camelCase(noun),
    Command: pascalCase(name),
    Event: `${pascalCase(noun)}${pascalCase(done)}`,
    doneAt: `${done}At`,
    nounId: `${camelCase(noun)}Id`,
    done,
  };
}
