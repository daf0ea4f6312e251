import { errorText } from './error-text.ts';

describe('what an operator reads when a command fails', () => {
  it('is that the database cannot be reached, when the system is not running', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5442'), { code: 'ECONNREFUSED' });
    expect(errorText(refused)).toBe('The database cannot be reached (ECONNREFUSED). Is it running?');
  });

  it('is never what the database quotes of the data', () => {
    const error = Object.assign(new Error('Key (email)=(marcus@acme.example)'), { driverError: {}, code: '23505' });
    expect(errorText(error)).toBe('The database refused it (23505).');
  });
});
