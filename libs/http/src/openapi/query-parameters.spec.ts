import {
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { PageQuery } from '../pagination/page-query.ts';
import { Description, IsFlag, IsInstant, IsPageLimit, Repeatable } from '../validation/decorators.ts';
import { NoQuery, QueryOf } from '../parameters/query-pipe.ts';
import { queryParametersOf } from './query-parameters.ts';

const own = { name: 'own', validator: { validate: () => true } };

describe('the query parameters of a DTO', () => {
  it.each<[string, PropertyDecorator[], object]>([
    ['a text', [IsString()], { type: 'string' }],
    ['one of several words', [IsIn(['a', 'b'])], { type: 'string', enum: ['a', 'b'] }],
    ['a text that is not empty', [IsString(), IsNotEmpty()], { type: 'string', minLength: 1 }],
    ['a text up to a length', [IsString(), MaxLength(9)], { type: 'string', maxLength: 9 }],
    ['a text of a pattern', [Matches(/^x+$/s)], { type: 'string', pattern: '^x+$' }],
    ['a number within limits', [IsPageLimit()], { type: 'integer', minimum: 1, maximum: 100, default: 20 }],
    ['a flag', [IsFlag()], { type: 'boolean' }],
    ['an instant', [IsInstant()], { type: 'string', format: 'date-time' }],
    ['a list', [IsString({ each: true }), Repeatable()], { type: 'array', items: { type: 'string' } }],
    [
      'a rule of its own',
      [ValidateBy(own, { context: { schema: { type: 'string', format: 'uri' } } })],
      { type: 'string', format: 'uri' },
    ],
  ])('say that it is %s', (_name, rules, schema) => {
    class Query {
      declare readonly field: unknown;
    }
    for (const rule of [...rules, Description('Text.', 'x')]) rule(Query.prototype, 'field');
    expect(queryParametersOf(Query)).toEqual([
      expect.objectContaining({ name: 'field', schema: { ...schema, example: 'x' } }),
    ]);
  });

  it('say which are required, which have a value when they are left out, and what they are for', () => {
    class Query {
      @Description('Whose.', 'dana')
      @IsString()
      readonly rep!: string;

      @Description('From where.', 'zoom')
      @IsOptional()
      @IsString()
      readonly source?: string;

      @Description('Which way.', 'desc')
      @IsIn(['asc', 'desc'])
      readonly sort: string = 'asc';
    }
    expect(queryParametersOf(Query)).toEqual([
      { name: 'rep', required: true, description: 'Whose.', schema: { type: 'string', example: 'dana' } },
      { name: 'source', required: false, description: 'From where.', schema: { type: 'string', example: 'zoom' } },
      {
        name: 'sort',
        required: false,
        description: 'Which way.',
        schema: { type: 'string', enum: ['asc', 'desc'], default: 'asc', example: 'desc' },
      },
    ]);
  });

  it('are those of the class that it extends, too', () => {
    class Query extends PageQuery {
      @Description('Text.', 'x')
      @IsString()
      readonly own!: string;
    }
    expect(queryParametersOf(Query)).toMatchObject([{ name: 'own' }, { name: 'limit' }, { name: 'cursor' }]);
  });

  it.each<[string, PropertyDecorator[], string]>([
    [
      'a rule of class-validator that it does not know',
      [IsUUID(), Description('Text.', 'x')],
      'The rule isUuid of Query.field',
    ],
    [
      'a rule without a name',
      [ValidateIf(() => true), Description('Text.', 'x')],
      'The rule without a name of Query.field',
    ],
    [
      'a rule of its own that says no schema',
      [ValidateBy(own), Description('Text.', 'x')],
      'The rule own of Query.field',
    ],
    ['a field that nothing describes', [IsString()], 'Query.field has no @Description'],
  ])('are refused for %s, when the controller is loaded', (_name, rules, message) => {
    class Query {
      declare readonly field: unknown;
    }
    for (const rule of rules) rule(Query.prototype, 'field');
    expect(() => QueryOf(Query)).toThrow(message);
  });

  it('are none where the DTO has none', () => {
    expect(queryParametersOf(NoQuery)).toEqual([]);
  });
});
