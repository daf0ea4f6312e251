import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Protocol = 'openai-compatible' | 'anthropic';

/** What came in, whichever protocol it came by. */
export interface Asked {
  readonly protocol: Protocol;
  readonly headers: IncomingMessage['headers'];
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  readonly body: Readonly<Record<string, unknown>>;
}

export type Given =
  | { readonly text: string; readonly stop?: 'end' | 'length' | 'refusal'; readonly tokens?: number | null }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly fault: 'cut' | 'hang' | 'reset' | 'garbage' };

export type Answering = (asked: Asked, count: number) => Given;

/** A language model's provider on loopback: OpenAI's chat completions and Anthropic's messages, and what may go wrong with them. */
export async function startFakeLlmServer(answering: Answering) {
  const asked: Asked[] = [];
  const state = { answering, left: 0 };
  const server = createServer((request, response) => {
    void (async () => {
      const protocol = protocolOf(request);
      if (protocol === undefined) return void response.writeHead(404).end('{}');
      const one = readRequest(protocol, request, JSON.parse(await text(request)) as Body);
      asked.push(one);
      response.on('close', () => (state.left += response.writableEnded ? 0 : 1));
      answer(response, one, state.answering(one, asked.length));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    /** How many requests ended before their answer did. */
    left: () => state.left,
    /** From now on. */
    answer: (next: Answering) => {
      state.answering = next;
      asked.length = 0;
      state.left = 0;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type FakeLlmServer = Awaited<ReturnType<typeof startFakeLlmServer>>;

interface Body extends Record<string, unknown> {
  readonly system?: string | readonly { readonly text: string }[];
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | readonly { readonly text?: string }[];
  }[];
  readonly tools?: readonly { readonly name: string }[];
}

function protocolOf({ method, url }: IncomingMessage): Protocol | undefined {
  if (method !== 'POST') return undefined;
  if (url === '/v1/chat/completions') return 'openai-compatible';
  return url === '/v1/messages' ? 'anthropic' : undefined;
}

function readRequest(protocol: Protocol, { headers }: IncomingMessage, body: Body): Asked {
  const plain = (content: Body['system']): string =>
    typeof content === 'string' ? content : (content ?? []).map((part) => part.text).join('');
  const messages = body.messages.map(({ role, content }) => ({ role, text: plain(content as Body['system']) }));
  const [first, ...rest] = messages;
  return protocol === 'anthropic'
    ? { protocol, headers, body, system: plain(body.system), messages }
    : { protocol, headers, body, system: first?.text ?? '', messages: rest };
}

function answer(response: ServerResponse, { protocol, body: asked }: Asked, given: Given): void {
  if ('status' in given) {
    const error = {
      type: 'error',
      error: { type: 'some_error', message: 'the request was: secret words of the call' },
    };
    response
      .writeHead(given.status, { 'content-type': 'application/json', ...given.headers })
      .end(JSON.stringify(error));
    return;
  }
  if ('fault' in given) return fail(response, given.fault);
  const body = JSON.stringify(protocol === 'anthropic' ? asMessage(given, asked) : asCompletion(given));
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

function fail(response: ServerResponse, fault: 'cut' | 'hang' | 'reset' | 'garbage'): void {
  if (fault === 'hang') return;
  if (fault === 'reset') return void response.socket?.destroy();
  if (fault === 'garbage')
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello</html>');
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
  response.write('{"id":"1","choices":[{"message":{"role":"assistant","content":"{', () => response.socket?.destroy());
}

type Text = Extract<Given, { readonly text: string }>;

function asCompletion({ text: content, stop = 'end', tokens = 100 }: Text) {
  const refused = stop === 'refusal';
  const message = { role: 'assistant', content: refused ? null : content, ...(refused ? { refusal: content } : {}) };
  const usage = { prompt_tokens: tokens, completion_tokens: 10, total_tokens: (tokens ?? 0) + 10 };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_763_720_000,
    model: 'fake',
    choices: [{ index: 0, finish_reason: stop === 'length' ? 'length' : 'stop', message }],
    ...(tokens === null ? {} : { usage }),
  };
}

/** A model that knows no schemas for its answers is given a tool that takes one, and calls it. */
function asMessage({ text: content, stop = 'end', tokens = 100 }: Text, { tools }: Asked['body']) {
  const called = tools !== undefined && stop === 'end' && isJson(content);
  const reasons = { end: 'end_turn', length: 'max_tokens', refusal: 'refusal' } as const;
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'fake',
    content: called
      ? [{ type: 'tool_use', id: 'toolu_1', name: 'json', input: JSON.parse(content) as unknown }]
      : [{ type: 'text', text: content }],
    stop_reason: called ? 'tool_use' : reasons[stop],
    stop_sequence: null,
    usage: { input_tokens: tokens ?? 0, output_tokens: 10 },
  };
}

function isJson(content: string): boolean {
  try {
    JSON.parse(content);
    return true;
  } catch {
    return false;
  }
}
