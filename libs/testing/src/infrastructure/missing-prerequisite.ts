/** Something that has to be installed on this machine first. The message says what, and how. */
export class MissingPrerequisite extends Error {
  override readonly name = 'MissingPrerequisite';
}
