import { inTransaction, leaveToCommit } from '@ci/database';
import { uuidv7 } from '@ci/ids';
import { note, type Arrival } from '../src/inbox/inbox.ts';
import { messagingFixture, type MessagingFixture } from './messaging-fixture.ts';

let fixture: MessagingFixture;
beforeAll(async () => void (fixture = await messagingFixture()));
afterAll(() => fixture.close());
beforeEach(() => fixture.dataSource.query('TRUNCATE inbox'));

const arrivalOf = (id: string): Arrival => {
  return { consumer: 'tested', id, key: 'k', topic: 'call.ended', partition: 0, offset: '0' };
};
const handled = (...ids: readonly string[]) =>
  ids.map((id) => ({ arrival: arrivalOf(id), outcome: 'handled' as const }));

describe('the note of a batch', () => {
  it('is answered after the COMMIT was sent: one round trip for both', async () => {
    const order: string[] = [];
    const watcher = { beforeTransactionCommit: () => void order.push('COMMIT') };
    fixture.dataSource.subscribers.push(watcher);
    await inTransaction(fixture.dataSource, (tx) => {
      leaveToCommit(
        tx,
        note(tx, handled(uuidv7())).then(() => order.push('answer')),
      );
      return Promise.resolve();
    });
    fixture.dataSource.subscribers.splice(fixture.dataSource.subscribers.indexOf(watcher), 1);
    expect(order).toEqual(['COMMIT', 'answer']);
    expect(await fixture.count('inbox')).toBe(1);
  });

  it('undoes all of the transaction when it fails, which says why', async () => {
    const work = inTransaction(fixture.dataSource, async (tx) => {
      await note(tx, handled(uuidv7()));
      leaveToCommit(tx, tx.query('SELECT 1 / 0'));
    });
    await expect(work).rejects.toThrow('division by zero');
    expect(await fixture.count('inbox')).toBe(0);
  });

  it('has the work done again when a message of it came over another partition meanwhile, and nothing of the first attempt stays', async () => {
    const [first, second] = [uuidv7(), uuidv7()];
    await fixture.dataSource.transaction((tx) => note(tx, handled(first)));
    let attempts = 0;
    await inTransaction(fixture.dataSource, (tx) => {
      attempts += 1;
      leaveToCommit(tx, note(tx, attempts === 1 ? handled(second, first) : handled()));
      return Promise.resolve();
    });
    expect([attempts, await fixture.count('inbox')]).toEqual([2, 1]);
  });
});
