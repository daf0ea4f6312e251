/** The rebuild can not go on as things are; the message tells the operator what to do. */
export class RebuildRefused extends Error {
  override readonly name = 'RebuildRefused';
}
