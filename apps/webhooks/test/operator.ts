import { operationsProgram, type Operations } from '@ci/operations';
import { parseKeyRing, type KeyRing } from '@ci/config';
import { INTERNAL_TOKEN_HEADER, signOperatorToken } from '@ci/security';
import { service } from '../src/service.ts';
import { keyText, operatorKeyText, type WebhooksService } from './webhooks-service.ts';

const keysOf = (text: string): KeyRing => parseKeyRing(text) as KeyRing;

/** Runs a command of the operators' line, beside the running service; answers what it prints. */
export async function operate(
  { database }: WebhooksService,
  args: readonly string[],
  encryptionKeys = keyText,
): Promise<string[]> {
  const printed: string[] = [];
  const operations: Operations = {
    definition: service.operations,
    withDatabase: (work) => work(database.dataSource),
    kafka: () => ({ brokers: [], clientId: 'test' }),
    topics: () => ({}),
    tokenKeys: () => keysOf(operatorKeyText),
    encryptionKeys: () => keysOf(encryptionKeys),
    print: (line) => void printed.push(...line.split('\n')),
    note: () => undefined,
    actor: 'ann',
  };
  await operationsProgram(operations).parseAsync([...args], { from: 'user' });
  return printed;
}

/** The same over HTTP, with an operator's token. */
export async function askAsOperator(
  { request }: WebhooksService,
  method: string,
  url: string,
  body: object,
): Promise<number> {
  const token = await signOperatorToken('ann', {
    audience: 'webhooks',
    keys: keysOf(operatorKeyText),
    now: new Date(),
  });
  return (await request(method, url, { body, headers: { [INTERNAL_TOKEN_HEADER]: token } })).status;
}
