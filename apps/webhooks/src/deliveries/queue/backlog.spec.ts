import { Backlog } from './backlog.ts';

const ref = (webhookId: string) => ({ webhookId, workspaceId: 'wsp_1' });
const [one, two, three] = [ref('whk_1'), ref('whk_2'), ref('whk_3')];

let backlog: Backlog;
beforeEach(() => {
  backlog = new Backlog();
});

it('forgets the endpoints of which a claim has left nothing, and adds those of which it has', () => {
  backlog.add(one);
  backlog.add(two);
  backlog.afterClaim(backlog.beforeClaim(), [two, three], ({ webhookId }) => webhookId !== one.webhookId);
  expect([one, two, three].map(({ webhookId }) => backlog.has(webhookId))).toEqual([false, true, true]);
});

it('keeps an endpoint that was added while the claim ran', () => {
  const before = backlog.beforeClaim();
  backlog.add(one);
  backlog.afterClaim(before, [], () => false);
  expect(backlog.some(({ webhookId }) => webhookId === one.webhookId)).toBe(true);
});
