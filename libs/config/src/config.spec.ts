import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { z } from 'zod';
import { databaseConfig, encryptionConfig, httpConfig, internalTokenConfig, kafkaConfig } from './config-shapes.ts';
import { configTable } from './config-table.ts';
import { ConfigError, loadConfig } from './load-config.ts';
import { parseKeyRing } from './secret-key.ts';

const schema = z.object({
  ...httpConfig,
  ...databaseConfig,
  ...kafkaConfig,
  ...internalTokenConfig,
  ...encryptionConfig,
});
const secret = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64');
const good = {
  PORT: '3000',
  DATABASE_URL: 'postgres://user:hidden@localhost:5432/ci',
  KAFKA_BROKERS: 'one:9092, two:9093',
  INTERNAL_TOKEN_KEYS: `k2:${secret},k1:${secret}`,
  CURSOR_KEYS: `c1:${secret}`,
  ENCRYPTION_KEYS: `e1:${secret}`,
  OTHER: 'ignored',
};

const problemsOf = (env: Record<string, string | undefined>): ConfigError => {
  try {
    loadConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('no error');
};

describe('loadConfig', () => {
  it('gives typed and frozen values, with defaults', () => {
    const config = loadConfig(schema, good);
    expect(config).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATABASE_POOL_SIZE: 6,
      LOG_LEVEL: 'info',
      KAFKA_BROKERS: ['one:9092', 'two:9093'],
    });
    expect(config.INTERNAL_TOKEN_KEYS.map(({ kid }) => kid)).toEqual(['k2', 'k1']);
    expect(Object.isFrozen(config)).toBe(true);
    expect(config).not.toHaveProperty('OTHER');
    expect(config).not.toHaveProperty('DATABASE_SCHEMA');
  });

  it('takes an empty variable for an absent one', () => {
    expect(loadConfig(schema, { ...good, HOST: '', DATABASE_SCHEMA: '' })).toMatchObject({ HOST: '127.0.0.1' });
    expect(problemsOf({ ...good, DATABASE_URL: '' }).message).toBe('Bad configuration: DATABASE_URL (missing)');
  });

  it('names all bad variables and never their values', () => {
    const error = problemsOf({
      ...good,
      PORT: 'p0rt',
      DATABASE_URL: 'mysql://user:hidden@h/d',
      CURSOR_KEYS: 'c1:c2hvcnQ=',
      ENCRYPTION_KEYS: undefined,
    });
    expect(error.variables).toEqual(['PORT', 'DATABASE_URL', 'CURSOR_KEYS', 'ENCRYPTION_KEYS']);
    expect(error.message).toContain('ENCRYPTION_KEYS (missing)');
    expect(inspect(error)).not.toMatch(/p0rt|hidden|c2hvcnQ/);
  });

  it.each(['50%', '%ff'])('names a database URL that the driver could not decode: a password %s', (password) => {
    const error = problemsOf({ ...good, DATABASE_URL: `postgres://user:${password}@h/d` });
    expect(error.message).toBe('Bad configuration: DATABASE_URL (invalid)');
  });
});

describe('a variable from a file', () => {
  let folder: string;
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'config-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is its content without the last line end', () => {
    const { DATABASE_URL: _, ...rest } = good;
    const env = { ...rest, DATABASE_URL_FILE: file('url', 'postgres://user:from-file@h/d\n') };
    expect(loadConfig(schema, env).DATABASE_URL).toBe('postgres://user:from-file@h/d');
  });

  it('is refused beside its variable, and where there is no such file', () => {
    const both = problemsOf({ ...good, CURSOR_KEYS_FILE: file('keys', good.CURSOR_KEYS) });
    expect(both.message).toBe('Bad configuration: CURSOR_KEYS (set CURSOR_KEYS or CURSOR_KEYS_FILE, not both)');
    const none = problemsOf({ ...good, CURSOR_KEYS: '', CURSOR_KEYS_FILE: join(folder, 'none') });
    expect(none.message).toBe('Bad configuration: CURSOR_KEYS_FILE (no file that can be read)');
  });
});

describe('the variables of Kafka', () => {
  const sasl = { KAFKA_SECURITY_PROTOCOL: 'SASL_SSL', KAFKA_SASL_USERNAME: 'u', KAFKA_SASL_PASSWORD: 'p' };
  it.each([
    ['a listener with SASL without a mechanism', sasl, ['KAFKA_SASL_MECHANISM']],
    [
      'a password for a listener that asks for none, which would go out in vain',
      { KAFKA_SASL_PASSWORD: 'p' },
      ['KAFKA_SASL_PASSWORD'],
    ],
    ['tokens from nowhere', { ...sasl, KAFKA_SASL_MECHANISM: 'OAUTHBEARER' }, ['KAFKA_SASL_TOKEN_URL']],
    [
      'a certificate without its key',
      { KAFKA_SECURITY_PROTOCOL: 'SSL', KAFKA_SSL_CERT: '-----BEGIN CERTIFICATE-----' },
      ['KAFKA_SSL_CERT'],
    ],
    ['a protocol that there is not', { KAFKA_SECURITY_PROTOCOL: 'TLS' }, ['KAFKA_SECURITY_PROTOCOL']],
    [
      'a path where a certificate belongs',
      { KAFKA_SECURITY_PROTOCOL: 'SSL', KAFKA_SSL_CA: '/ca.pem' },
      ['KAFKA_SSL_CA'],
    ],
  ])('refuse %s', (_, more, variables) => {
    expect(problemsOf({ ...good, ...more }).variables).toEqual(variables);
  });
});

describe('keys', () => {
  it('do not show themselves', () => {
    const { INTERNAL_TOKEN_KEYS } = loadConfig(schema, good);
    expect(`${inspect(INTERNAL_TOKEN_KEYS, { depth: 9 })}${JSON.stringify(INTERNAL_TOKEN_KEYS)}`).not.toContain(
      secret.slice(0, 8),
    );
    expect(JSON.stringify(INTERNAL_TOKEN_KEYS)).toBe('["[secret k2]","[secret k1]"]');
    expect(Buffer.from(INTERNAL_TOKEN_KEYS[0].secret).toString('base64')).toBe(secret);
  });

  it.each(['', 'k1', `k1:${secret},`, `k1:${secret},k1:${secret}`, 'k1:dG9vIHNob3J0', `k 1:${secret}`])(
    'are refused when written %j',
    (text) => {
      expect(parseKeyRing(text)).toBeUndefined();
    },
  );
});

it('keys of operators that the gateway has, too, are refused: it could speak in their name', () => {
  const own = Buffer.alloc(32, 7).toString('base64');
  expect(loadConfig(schema, { ...good, OPERATOR_TOKEN_KEYS: `o1:${own}` }).OPERATOR_TOKEN_KEYS).toHaveLength(1);
  const { message } = problemsOf({ ...good, OPERATOR_TOKEN_KEYS: `o2:${own},o1:${secret}` });
  expect(message).toBe(
    'Bad configuration: OPERATOR_TOKEN_KEYS (holds a key of INTERNAL_TOKEN_KEYS, which the gateway has)',
  );
});

describe('configTable', () => {
  it('writes one row a variable from the schema that reads them', () => {
    const table = configTable(schema.extend({ LIMIT: z.string().default('5').transform(Number).describe('a | b') }));
    expect(table.split('\n').slice(0, 4)).toEqual([
      '| Variable | Default | Meaning |',
      '| --- | --- | --- |',
      '| `PORT` | required | The port to listen on |',
      '| `HOST` | `127.0.0.1` | The address to listen on |',
    ]);
    expect(table).toContain('| `DATABASE_SCHEMA` | none |');
    expect(table).toContain('| `KAFKA_BROKERS` | required | `host:port`');
    expect(table).toContain('| `LIMIT` | `5` | a \\| b |');
  });
});
