import { outcomes, type Outcome } from '@ci/contracts';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';

/** Body of `PATCH /v1/calls/{id}`. What is absent stays; `null` takes a value back, so that the inferred outcome counts again. */
export class ChangeCall {
  @IsOptional()
  @IsIn(outcomes, { message: `must be one of ${outcomes.join(', ')}, or null` })
  readonly outcome?: Outcome | null;

  @IsOptional()
  @IsString()
  @MaxLength(500)
  readonly title?: string | null;
}
