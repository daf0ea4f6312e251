import { IsFlag, IsInstant, Repeatable } from '@ci/http';
import { formatNames, type FormatName } from '@ci/transcripts';
import { Transform } from 'class-transformer';
import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength, ValidateBy } from 'class-validator';
import { isEmailAddress } from '../record-call/email-address.ts';
import { isTimeZone } from '../record-call/time-zone.ts';

export const importFormats = ['auto', ...formatNames] as const;

/** What is said about an imported file: in the query, or in the fields of a form. */
export class ImportCall {
  @IsNotEmpty({ message: 'is required' })
  @IsString()
  @MaxLength(200)
  readonly rep_id!: string;

  @OptionalText(200)
  readonly rep_name?: string;

  @OptionalText(320)
  @LooksLike('an email address', isEmailAddress)
  readonly rep_email?: string;

  @IsInstant()
  readonly started_at!: Date;

  @OptionalText(320)
  @LooksLike('an email address', isEmailAddress)
  readonly prospect_email?: string;

  @OptionalText(200)
  readonly prospect_name?: string;

  @OptionalText(200)
  readonly company?: string;

  @OptionalText(200)
  readonly external_id?: string;

  @OptionalText(100)
  readonly source?: string;

  @OptionalText(100)
  @LooksLike('an IANA time zone such as Europe/Lisbon', isTimeZone)
  readonly timezone?: string;

  @IsOptional()
  @IsIn(importFormats, { message: `must be one of ${importFormats.join(', ')}` })
  readonly format?: 'auto' | FormatName;

  @IsOptional()
  @Repeatable()
  @Matches(/^.+:(?:rep|prospect)$/s, { each: true, message: 'must be NAME:rep or NAME:prospect' })
  readonly speaker?: readonly string[];

  @IsOptional()
  @IsFlag()
  readonly dry_run?: boolean;
}

/** A blank text is an absent one, before it is checked. */
function OptionalText(maxLength: number): PropertyDecorator {
  return (prototype, property) => {
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && value.trim() === '' ? undefined : value,
    )(prototype, property);
    IsOptional()(prototype, property);
    IsString()(prototype, property);
    MaxLength(maxLength)(prototype, property);
  };
}

function LooksLike(what: string, test: (text: string) => boolean): PropertyDecorator {
  return ValidateBy({
    name: 'looksLike',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && test(value),
      defaultMessage: () => `must be ${what}`,
    },
  });
}
