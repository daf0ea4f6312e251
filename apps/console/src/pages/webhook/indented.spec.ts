import { indented } from './indented.ts';

describe('a body that is shown', () => {
  it('has a line for each field', () => {
    expect(indented('{"type":"call.ended","data":{"call":{}}}')).toBe(
      '{\n  "type": "call.ended",\n  "data": {\n    "call": {}\n  }\n}',
    );
  });

  it('stays as it is where it is no JSON', () => {
    expect(indented('{"type":')).toBe('{"type":');
  });
});
