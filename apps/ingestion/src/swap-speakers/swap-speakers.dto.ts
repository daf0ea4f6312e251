import { Equals } from 'class-validator';

/** Body of `PATCH /v1/calls/{id}/speakers`. */
export class SwapSpeakersBody {
  @Equals(true, { message: 'must be true' })
  readonly swap!: true;
}
