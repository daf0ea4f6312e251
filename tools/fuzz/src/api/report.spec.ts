import { reportOf, type Scenario } from './report.ts';

const exchange = (id: string, method: string, path: string, status: number | null, ...checks: string[]): Scenario => ({
  recorder: {
    cases: { [id]: { value: { method, path } } },
    interactions: { [id]: { response: status === null ? null : { status_code: status } } },
    checks: { [id]: checks.map((check) => ({ status: check })) },
  },
});

describe('the report of a run', () => {
  it('names the operations that never answered 2xx', () => {
    const scenarios = [
      exchange('a', 'GET', '/calls', 200),
      exchange('b', 'GET', '/calls/{id}', 404),
      exchange('c', 'DELETE', '/calls/{id}', 204),
      exchange('d', 'POST', '/calls', null),
    ];
    const operations = ['GET /calls', 'GET /calls/{id}', 'DELETE /calls/{id}', 'POST /calls', 'GET /contacts'];
    expect(reportOf(scenarios, operations)).toEqual({
      requests: 4,
      failures: 0,
      operations,
      withoutSuccess: ['GET /calls/{id}', 'POST /calls', 'GET /contacts'],
    });
  });

  it('counts each check that failed, and takes a scenario that sent nothing', () => {
    const scenarios = [exchange('a', 'GET', '/calls', 500, 'failure', 'success', 'failure'), { recorder: {} }];
    expect(reportOf(scenarios, ['GET /calls'])).toMatchObject({ requests: 1, failures: 2 });
  });
});
