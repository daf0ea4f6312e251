import { summaryOf } from './demo.ts';

it('a summary that takes longer than one request may wait does not end the start', async () => {
  const requests: unknown[][] = [];
  const api = <Answer>(...request: unknown[]): Promise<Answer> => {
    requests.push(request);
    return requests.length === 1
      ? Promise.reject(new Error('answered 404: summary_not_ready'))
      : Promise.resolve({ call_id: 'call_1' } as Answer);
  };
  expect(await summaryOf(api, 'call_1')).toEqual({ call_id: 'call_1' });
  expect(requests).toEqual(Array(2).fill(['GET', '/calls/call_1/summary', undefined, { prefer: 'wait=30' }]));
});
