import { existsSync } from 'node:fs';
import path from 'node:path';
import { goToolFile } from '@ci/tools-interfaces/go-tools';
import { podOf, type Container } from '../src/pods.ts';
import { render, type Manifest } from '../src/render.ts';

const workspace = path.resolve(import.meta.dirname, '../../..');
const contacts = async (values: Readonly<Record<string, string>>) =>
  (await render({ workspace, service: 'contacts', values })).manifests;
const podsOf = (manifests: readonly Manifest[]) => {
  const of = (kind: string) => podOf(manifests.find((one) => one.kind === kind)!)!;
  return { service: of('Deployment'), job: of('Job') };
};
const valuesIn = ({ env = [] }: Container) => Object.fromEntries(env.map(({ name, value }) => [name, value]));

if (!existsSync(goToolFile(workspace, 'helm'))) {
  describe('the steps before a service', () => {
    it.skip('skipped: helm not installed; npm run chart does it', () => undefined);
  });
} else {
  describe('the steps before a service', () => {
    it('see none of the files with its secrets, but those that are named for them', async () => {
      const { service, job } = podsOf(await contacts({ 'files.secret': 'all' }));
      expect(service.spec['volumes']).toMatchObject([{ name: 'files', secret: { secretName: 'all' } }]);
      expect([job.spec['volumes'], ...job.containers.map((one) => 'volumeMounts' in one)]).toEqual([
        undefined,
        false,
        false,
      ]);
      const named = podsOf(await contacts({ 'files.secret': 'all', 'files.migrationKeys': '{ca.crt}' }));
      const items = [{ key: 'ca.crt', path: 'ca.crt' }];
      expect(named.job.spec['volumes']).toMatchObject([{ name: 'files', secret: { secretName: 'all', items } }]);
    });

    it('find Kafka and the database by the files that the service finds them by, and learn of no other', async () => {
      const folder = '/etc/call-intelligence';
      const values = {
        'env.DATABASE_URL_FILE': `${folder}/url`,
        'env.KAFKA_SSL_CA_FILE': `${folder}/ca.crt`,
        'env.CURSOR_KEYS_FILE': `${folder}/cursors`,
        'secret.keys': '{WORKER_DATABASE_URL,INTERNAL_TOKEN_KEYS,CONTACT_IDENTITY_KEYS}',
      };
      const { service, job } = podsOf(await contacts(values));
      const [topics, migration] = job.containers.map(valuesIn);
      expect(topics).toMatchObject({ KAFKA_SSL_CA_FILE: `${folder}/ca.crt` });
      expect(migration).toEqual({
        WORKER_DATABASE_URL: undefined,
        MIGRATION_DATABASE_URL: undefined,
        DATABASE_URL_FILE: `${folder}/url`,
      });
      expect(JSON.stringify([topics, migration])).not.toContain('cursors');
      expect(service.containers.map(valuesIn)).toEqual([
        expect.objectContaining({ CURSOR_KEYS_FILE: `${folder}/cursors`, KAFKA_SSL_CA_FILE: `${folder}/ca.crt` }),
      ]);
    });

    it('and the service itself reach whoever issues the tokens for Kafka', async () => {
      const rules = async (values: Readonly<Record<string, string>>) =>
        (await contacts(values))
          .filter(({ kind }) => kind === 'NetworkPolicy')
          .map(({ spec }) => (spec['egress'] as { ports: { port: number }[] }[]).flatMap(({ ports }) => ports))
          .map((ports) => ports.some(({ port }) => port === 443));
      expect(await rules({})).toEqual([false, false]);
      expect(await rules({ 'kafka.tokenUrl': 'https://sso.example.com/token' })).toEqual([true, true]);
    });
  });
}
