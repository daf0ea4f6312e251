/**
 * The answers to statements that go to the server in one piece, in their order. Returns when both have ended, however they did: one that went
 * on after a failure would write into the next transaction of the connection. The first failure is the cause of the second.
 */
export async function sentTogether<First, Second>(
  first: Promise<First>,
  second: Promise<Second>,
): Promise<[First, Second]> {
  const [one, other] = await Promise.allSettled([first, second]);
  if (one.status === 'rejected') throw one.reason;
  if (other.status === 'rejected') throw other.reason;
  return [one.value, other.value];
}
