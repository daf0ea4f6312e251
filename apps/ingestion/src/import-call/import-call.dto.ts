import { Description, IsInstant, Repeatable } from '@ci/http';
import { formatNames, type FormatName } from '@ci/transcripts';
import { Transform } from 'class-transformer';
import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength, ValidateBy } from 'class-validator';
import { isEmailAddress } from '../record-call/email-address.ts';
import { RecordCallQuery } from '../record-call/record-call.dto.ts';
import { isTimeZone } from '../record-call/time-zone.ts';

export const importFormats = ['auto', ...formatNames] as const;

/** What is said about an imported file: in the query, or in the fields of a form. */
export class ImportCall extends RecordCallQuery {
  @Description('User ID of the sales rep.', 'user_dana')
  @IsNotEmpty({ message: 'is required' })
  @IsString()
  @MaxLength(200)
  readonly rep_id!: string;

  @Description('Name of the rep, as the file has it.', 'Dana Reyes')
  @OptionalText(200)
  readonly rep_name?: string;

  @Description('Email address of the rep.', 'dana@example.com')
  @OptionalText(320)
  @LooksLike('an email address', isEmailAddress)
  readonly rep_email?: string;

  @Description('Start of the call: RFC 3339 with a zone.', '2026-11-20T10:00:00-05:00')
  @IsInstant()
  readonly started_at!: Date;

  @Description('Email address of the prospect, in any case.', 'marcus.webb@acme-logistics.example')
  @OptionalText(320)
  @LooksLike('an email address', isEmailAddress)
  readonly prospect_email?: string;

  @Description('Name of the prospect, as the file has it.', 'Marcus Webb')
  @OptionalText(200)
  readonly prospect_name?: string;

  @Description('Company of the prospect.', 'Acme Logistics')
  @OptionalText(200)
  readonly company?: string;

  @Description('Id of the call in the system that it comes from.', 'zoom-92817')
  @OptionalText(200)
  readonly external_id?: string;

  @Description('System that the call comes from.', 'zoom')
  @OptionalText(100)
  readonly source?: string;

  @Description("IANA time zone in which dates are read. Default: the workspace's.", 'America/New_York')
  @OptionalText(100)
  @LooksLike('an IANA time zone such as Europe/Lisbon', isTimeZone)
  readonly timezone?: string;

  @Description('Format of the file. `auto` recognizes it by its shape.', 'vtt')
  @IsIn(importFormats, { message: `must be one of ${importFormats.join(', ')}` })
  readonly format: 'auto' | FormatName = 'auto';

  @Description('Side of a speaker in the file: `NAME:rep` or `NAME:prospect`. Repeat it for each speaker.', [
    'Dana Reyes:rep',
  ])
  @IsOptional()
  @Repeatable()
  @Matches(/^.+:(rep|prospect)$/s, { each: true, message: 'must be NAME:rep or NAME:prospect' })
  readonly speaker?: readonly string[];
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
  const validator = {
    validate: (value: unknown) => typeof value === 'string' && test(value),
    defaultMessage: () => `must be ${what}`,
  };
  // JSON Schema cannot say it: the description does.
  return ValidateBy({ name: 'looksLike', validator }, { context: { schema: {} } });
}
