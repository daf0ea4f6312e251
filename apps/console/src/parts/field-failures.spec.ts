import { ApiError } from '@ci/client/browser';
import { fieldFailures } from './field-failures.ts';

it('says below each field what is wrong with it', () => {
  const details = [
    { field: 'name', message: 'must have 1 to 200 characters' },
    { field: 'email', message: 'Is taken.' },
  ];
  const body = { error: { code: 'invalid_request', message: 'Two fields are wrong', request_id: 'req_1', details } };
  expect(fieldFailures(new ApiError(400, body))).toEqual({
    name: 'Must have 1 to 200 characters.',
    email: 'Is taken.',
  });
});

it('says nothing of failures that are about no field', () => {
  expect(fieldFailures(new ApiError(409, { error: { code: 'conflict', message: 'taken' } }))).toEqual({});
  expect(fieldFailures(new TypeError('Failed to fetch'))).toEqual({});
});
