import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength, ValidateBy } from 'class-validator';
import { PageQuery } from '../pagination/page-query.ts';
import { Description, IsFlag, IsInstant, IsPageLimit, Repeatable } from '../validation/decorators.ts';
import { NoQuery } from '../validation/query-pipe.ts';
import { queryParametersOf } from './query-parameters.ts';

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
    ['a rule of its own', [ValidateBy({ name: 'own', validator: { validate: () => true } })], {}],
  ])('say that it is %s', (_name, rules, schema) => {
    class Query {
      declare readonly field: unknown;
    }
    for (const rule of rules) rule(Query.prototype, 'field');
    expect(queryParametersOf(Query)).toEqual([expect.objectContaining({ name: 'field', schema })]);
  });

  it('say which are required, which have a value when they are left out, and what they are for', () => {
    class Query {
      @Description('Whose.')
      @IsString()
      readonly rep!: string;

      @IsOptional()
      @IsString()
      readonly source?: string;

      @IsIn(['asc', 'desc'])
      readonly sort: string = 'asc';
    }
    expect(queryParametersOf(Query)).toEqual([
      { name: 'rep', required: true, description: 'Whose.', schema: { type: 'string' } },
      { name: 'source', required: false, schema: { type: 'string' } },
      { name: 'sort', required: false, schema: { type: 'string', enum: ['asc', 'desc'], default: 'asc' } },
    ]);
  });

  it('are those of the class that it extends, too', () => {
    class Query extends PageQuery {
      @IsString()
      readonly own!: string;
    }
    expect(queryParametersOf(Query)).toMatchObject([{ name: 'own' }, { name: 'limit' }, { name: 'cursor' }]);
  });

  it('are none where the DTO has none', () => {
    expect(queryParametersOf(NoQuery)).toEqual([]);
  });
});
