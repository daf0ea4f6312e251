import { Description, IsFlag, IsInstant, Repeatable } from '@ci/http';
import { formatNames, type FormatName } from '@ci/transcripts';
import { Transform } from 'class-transformer';
import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength, ValidateBy } from 'class-validator';
import { isEmailAddress } from '../record-call/email-address.ts';
import { isTimeZone } from '../record-call/time-zone.ts';

export const importFormats = ['auto', ...formatNames] as const;

/** What is said about an imported file: in the query, or in the fields of a form. */
export class ImportCall {
  @Description('User ID of the sales rep.')
  @IsNotEmpty({ message: 'is required' })
  @IsString()
  @MaxLength(200)
  readonly rep_id!: string;

  @Description('The name of the rep, as the file may have it.')
  @OptionalText(200)
  readonly rep_name?: string;

  @Description('Email address of the rep.')
  @OptionalText(320)
  @LooksLike('an email address', isEmailAddress)
  readonly rep_email?: string;

  @Description('When the call began: RFC 3339 with a zone.')
  @IsInstant()
  readonly started_at!: Date;

  @Description('Email address of the prospect.')
  @OptionalText(320)
  @LooksLike('an email address', isEmailAddress)
  readonly prospect_email?: string;

  @Description('The name of the prospect.')
  @OptionalText(200)
  readonly prospect_name?: string;

  @Description('The company of the prospect.')
  @OptionalText(200)
  readonly company?: string;

  @Description('The id of the call in the tool it comes from.')
  @OptionalText(200)
  readonly external_id?: string;

  @Description('The tool it comes from.')
  @OptionalText(100)
  readonly source?: string;

  @Description('IANA time zone; else the workspace’s.')
  @OptionalText(100)
  @LooksLike('an IANA time zone such as Europe/Lisbon', isTimeZone)
  readonly timezone?: string;

  @Description('Format of the file. `auto` recognizes it by its shape.')
  @IsIn(importFormats, { message: `must be one of ${importFormats.join(', ')}` })
  readonly format: 'auto' | FormatName = 'auto';

  @Description('Side of a speaker in the file: `NAME:rep` or `NAME:prospect`. May be repeated.')
  @IsOptional()
  @Repeatable()
  @Matches(/^.+:(rep|prospect)$/s, { each: true, message: 'must be NAME:rep or NAME:prospect' })
  readonly speaker?: readonly string[];

  @Description('`true`: returns the call as it would be recorded, and records nothing.')
  @IsFlag()
  readonly dry_run: boolean = false;
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
