import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createCertificateAuthority,
  freePort,
  issueCertificate,
  startEmbeddedKafka,
  type Certificate,
} from '@ci/testing';

export const password = 'correct-horse=battery';

export interface SecuredBroker {
  /** Open, for what the test itself does: its user may do everything. */
  readonly open: string;
  /** SASL_SSL with PLAIN, SCRAM-SHA-512 and OAUTHBEARER. */
  readonly sasl: string;
  /** TLS with client certificates. */
  readonly mutual: string;
  /** TLS whose certificate ran out yesterday. */
  readonly expired: string;
  readonly ca: string;
  readonly client: Certificate;
  readonly expiredClient: Certificate;
  readonly stop: () => Promise<void>;
}

/** A real broker as companies run it: encrypted listeners, users, and rights that deny all that is not allowed. */
export async function startSecuredBroker(users: readonly string[]): Promise<SecuredBroker> {
  const folder = await mkdtemp(join(tmpdir(), 'secured-kafka-'));
  const authority = await createCertificateAuthority({ commonName: 'Company authority' });
  const hosts = ['localhost', '127.0.0.1'] as const;
  const [server, old, client, expiredClient] = await Promise.all([
    issueCertificate(authority, { hosts: [...hosts] }),
    issueCertificate(authority, { hosts: [...hosts], days: [-30, -1] }),
    issueCertificate(authority, { hosts: [users[0] ?? 'client'], usage: 'client' }),
    issueCertificate(authority, { hosts: [users[0] ?? 'client'], usage: 'client', days: [-30, -1] }),
  ]);
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const keystore = await file('server.pem', server.keyPem + server.certPem);
  const oldKeystore = await file('old.pem', old.keyPem + old.certPem);
  const truststore = await file('ca.pem', authority.certPem);
  const [sasl, mutual, expired] = await Promise.all([freePort(), freePort(), freePort()]);
  const plain = users.map((user) => `user_${user}="${password}"`).join(' ');
  const on = (port: number) => `127.0.0.1:${String(port)}`;

  const kafka = await startEmbeddedKafka({
    dataDir: join(folder, 'kafka'),
    scramUsers: Object.fromEntries(users.map((user) => [user, password])),
    properties: ({ port, controllerPort }) => {
      const outer = `PLAINTEXT://${on(port)},SASL_SSL://${on(sasl)},MUTUAL://${on(mutual)},EXPIRED://${on(expired)}`;
      return {
        listeners: `${outer},CONTROLLER://${on(controllerPort)}`,
        'advertised.listeners': outer,
        'listener.security.protocol.map':
          'PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,MUTUAL:SSL,EXPIRED:SSL,CONTROLLER:PLAINTEXT',
        'ssl.keystore.type': 'PEM',
        'ssl.keystore.location': keystore,
        'ssl.truststore.type': 'PEM',
        'ssl.truststore.location': truststore,
        'listener.name.mutual.ssl.client.auth': 'required',
        'listener.name.expired.ssl.keystore.type': 'PEM',
        'listener.name.expired.ssl.keystore.location': oldKeystore,
        'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512,OAUTHBEARER',
        'listener.name.sasl_ssl.plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required ${plain};`,
        'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config':
          'org.apache.kafka.common.security.scram.ScramLoginModule required;',
        'listener.name.sasl_ssl.oauthbearer.sasl.jaas.config':
          'org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="broker";',
        'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
        'super.users': 'User:ANONYMOUS',
      };
    },
    log: () => undefined,
  });
  return {
    open: kafka.brokers,
    sasl: on(sasl),
    mutual: on(mutual),
    expired: on(expired),
    ca: authority.certPem,
    client,
    expiredClient,
    stop: async () => {
      await kafka.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export interface TokenServer {
  readonly url: string;
  asked: number;
  /** Of the tokens that it hands out from now on. */
  lifeS: number;
  refuses: boolean;
  readonly stop: () => Promise<void>;
}

/** Hands out tokens as an identity provider does, for one client; unsigned, as the broker's default validator takes them. */
export async function startTokenServer(id: string): Promise<TokenServer> {
  const expected = `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(password)}`).toString('base64')}`;
  const server: Server = createServer((request, response) => {
    tokens.asked += 1;
    if (tokens.refuses || request.headers.authorization !== expected) {
      response.writeHead(401).end(`{"error":"invalid_client"}`);
      return;
    }
    const now = Math.floor(Date.now() / 1_000);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'none' })}.${part({ sub: id, iat: now, exp: now + tokens.lifeS })}.`;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: tokens.lifeS }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const tokens: TokenServer = {
    url: `http://127.0.0.1:${String(port)}/token`,
    asked: 0,
    lifeS: 3_600,
    refuses: false,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return tokens;
}
