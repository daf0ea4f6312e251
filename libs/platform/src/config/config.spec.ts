import { inspect } from 'node:util';
import { z } from 'zod';
import {
  ConfigError,
  configTable,
  databaseConfig,
  encryptionConfig,
  httpConfig,
  internalTokenConfig,
  kafkaConfig,
  loadConfig,
  parseKeyRing,
} from '../index.ts';

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
