import { AttemptQueue, LONGEST_WAIT_MS, type QueuedAttempt } from './attempt-queue.ts';

let now: number;
let queue: AttemptQueue;
beforeEach(() => {
  now = 0;
  queue = new AttemptQueue(() => now);
});

/** Only what the queue looks at. */
const attempt = (webhookId: string, id: string): QueuedAttempt =>
  ({ permit: { webhookId, acquiredAt: now }, delivery: { id } }) as QueuedAttempt;
const idOf = (one: QueuedAttempt | undefined): string | undefined => one?.delivery.id;

it('gives the attempts of each endpoint in their order', () => {
  for (const id of ['a', 'b', 'c']) queue.add(attempt('wh_1', id));
  queue.add(attempt('wh_2', 'x'));
  expect(['wh_1', 'wh_2', 'wh_1', 'wh_1', 'wh_1'].map((webhookId) => idOf(queue.next(webhookId)))).toEqual([
    'a',
    'x',
    'b',
    'c',
    undefined,
  ]);
});

it('counts what waits on some endpoints', () => {
  for (const id of ['a', 'b']) queue.add(attempt('wh_1', id));
  queue.add(attempt('wh_2', 'x'));
  expect(queue.count((webhookId) => webhookId === 'wh_1')).toBe(2);
});

it('gives none that has waited too long: its endpoint may be deleted by now', () => {
  queue.add(attempt('wh_1', 'old'));
  now = 500;
  queue.add(attempt('wh_1', 'young'));
  now = LONGEST_WAIT_MS + 1;
  expect(idOf(queue.next('wh_1'))).toBe('young');
  expect(queue.takeOld().map(idOf)).toEqual(['old']);
  expect([...queue.endpoints]).toEqual([]);
});

it('gives up all of one endpoint, and all', () => {
  queue.add(attempt('wh_1', 'a'));
  queue.add(attempt('wh_2', 'b'));
  expect(queue.takeAll('wh_1').map(idOf)).toEqual(['a']);
  expect(queue.takeAll().map(idOf)).toEqual(['b']);
  expect(queue.takeAll()).toEqual([]);
});
