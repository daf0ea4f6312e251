import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { consumedTopics } from '@ci/contracts';
import { goToolFile } from '@ci/tools-interfaces/go-tools';
import { isSecret, podOf, podProblems } from '../src/pods.ts';
import { lint, render, schemaErrors, type Manifest, type RenderOptions } from '../src/render.ts';

const workspace = path.resolve(import.meta.dirname, '../../..');
const services = ['gateway', 'ingestion', 'summarization', 'contacts', 'webhooks'];
const missing = (['helm', 'kubectl-validate'] as const).filter((tool) => !existsSync(goToolFile(workspace, tool)));

if (missing.length > 0) {
  describe('the chart', () => {
    it.skip(`skipped: ${missing.join(' and ')} not installed; npm run chart does it`, () => undefined);
  });
} else {
  describe.each(services)('the chart of %s', (service) => {
    const scaled = {
      'autoscaling.enabled': 'true',
      'networkPolicy.metricsFrom[0].namespaceSelector.matchLabels.team': 'ops',
    };
    let text: string;
    let manifests: readonly Manifest[];
    beforeAll(async () => {
      await lint({ workspace, service });
      ({ text, manifests } = await render({ workspace, service, values: scaled }));
    });

    it('is what Kubernetes takes', async () => {
      const own = text.split(/^---$/m).filter((document) => !document.includes('apiVersion: keda.sh/'));
      expect(await errorsOf(own.join('---\n'))).toBe('');
      const kinds = manifests.map(({ kind }) => kind).sort();
      const expected = [
        'Deployment',
        'Job',
        'NetworkPolicy',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'ScaledObject',
        'Service',
      ];
      expect(kinds).toEqual(expected);
    });

    it('makes pods as we want them', () => {
      const pods = manifests.map(podOf).filter((pod) => pod !== undefined);
      expect(pods).toHaveLength(2);
      expect(pods.flatMap(podProblems)).toEqual([]);
    });

    it('has three probes, and lets a pod end what it has begun', () => {
      const pod = podOf(one('Deployment'))!;
      const [container] = pod.containers;
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: '/health/live' } },
        livenessProbe: { httpGet: { path: '/health/live' } },
        readinessProbe: { httpGet: { path: '/health/ready' } },
      });
      expect(container?.env).toContainEqual({ name: 'SHUTDOWN_DRAIN_MS', value: '5000' });
      expect(container?.env).toContainEqual({ name: 'SHUTDOWN_TIMEOUT_MS', value: '10000' });
      expect(pod.spec['terminationGracePeriodSeconds']).toBe(20);
    });

    it('gives the service each variable that it can not do without, and the owner’s to the migration alone', () => {
      const given = (manifest: Manifest) =>
        podOf(manifest)!
          .containers.at(-1)!
          .env!.map(({ name }) => name);
      const required = [...variablesOf(service)].filter(
        ([name, fallback]) => fallback === 'required' && name !== 'PORT',
      );
      expect(given(one('Deployment'))).toEqual(expect.arrayContaining(required.map(([name]) => name)));
      const known = new Set(variablesOf(service).keys());
      expect(given(one('Deployment')).filter((name) => !known.has(name))).toEqual([]);
      expect(given(one('Job'))).toEqual(['DATABASE_URL', 'WORKER_DATABASE_URL', 'MIGRATION_DATABASE_URL']);
    });

    it('reaches a Kafka that asks for TLS and a password, before and after the migration', async () => {
      const secured = await render({
        workspace,
        service,
        values: {
          'kafka.securityProtocol': 'SASL_SSL',
          'kafka.saslMechanism': 'SCRAM-SHA-512',
          'kafka.secret.name': 'kafka-user',
          'kafka.secret.keys': '{KAFKA_SASL_USERNAME,KAFKA_SASL_PASSWORD,KAFKA_SSL_CA}',
          'kafka.replicationFactor': '3',
          'kafka.minInsyncReplicas': '2',
          'kafka.createTopics': 'false',
          'files.secret': 'certificates',
          'files.migrationKeys': '{ca.crt}',
        },
      });
      expect(await errorsOf(secured.text)).toBe('');
      const containers = secured.manifests.flatMap((manifest) => podOf(manifest)?.containers ?? []);
      for (const { volumeMounts } of containers as readonly { volumeMounts?: object }[])
        expect(volumeMounts).toEqual([{ name: 'files', mountPath: '/etc/call-intelligence', readOnly: true }]);
      const reached = containers.filter(({ env = [] }) => env.some(({ name }) => name === 'KAFKA_BROKERS'));
      expect(reached).toHaveLength(service === 'gateway' ? 0 : 2);
      for (const { env } of reached) {
        expect(env).toContainEqual({ name: 'KAFKA_SECURITY_PROTOCOL', value: 'SASL_SSL' });
        expect(env).toContainEqual({ name: 'KAFKA_SASL_MECHANISM', value: 'SCRAM-SHA-512' });
        expect(env).toContainEqual({
          name: 'KAFKA_SASL_PASSWORD',
          valueFrom: { secretKeyRef: { name: 'kafka-user', key: 'KAFKA_SASL_PASSWORD' } },
        });
      }
      if (service === 'gateway') return;
      const topics = containers.find(({ args }) => args?.includes('topics'));
      expect(topics?.args).toEqual(['dist/operate.js', 'topics', '--check']);
      expect(topics?.env).toContainEqual({ name: 'KAFKA_REPLICATION_FACTOR', value: '3' });
      expect(topics?.env).toContainEqual({ name: 'KAFKA_MIN_INSYNC_REPLICAS', value: '2' });
    });

    it('migrates before the new version starts', () => {
      expect(one('Job').metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
      expect(podOf(one('Job'))!.containers.map(({ args }) => args)).toEqual(
        service === 'gateway' ? [['dist/migrate.js']] : [['dist/operate.js', 'topics'], ['dist/migrate.js']],
      );
    });

    it('lets nobody in or out whom it does not name, and selects its own pods', () => {
      const labels = podOf(one('Deployment'))!.labels;
      const policy = manifests.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === service)!;
      expect(policy.spec['policyTypes']).toEqual(['Ingress', 'Egress']);
      const selectors = [policy.spec['podSelector'], one('PodDisruptionBudget').spec['selector']] as {
        matchLabels: object;
      }[];
      for (const { matchLabels } of selectors) expect(labels).toMatchObject(matchLabels);
      expect(labels).toMatchObject(one('Service').spec['selector'] as object);
      const migration = podOf(one('Job'))!.labels;
      expect(migration).not.toMatchObject(one('Service').spec['selector'] as object);
      const toTheWorld = JSON.stringify(policy.spec['egress']).includes('0.0.0.0/0');
      expect(toTheWorld).toBe(service === 'webhooks');
    });

    it('shows its metrics on a port of their own, to whom it names and to nobody else', async () => {
      const [container] = podOf(one('Deployment'))!.containers;
      expect(container?.env).toContainEqual({ name: 'METRICS_PORT', value: '9464' });
      expect(container).toMatchObject({ ports: [{ name: 'http' }, { name: 'metrics', containerPort: 9464 }] });
      const toMetrics = (all: readonly Manifest[]) =>
        policyOf(all).ingress.filter(({ ports }) => ports.some(({ port }) => port === 'metrics'));
      expect(toMetrics(manifests)).toEqual([
        { from: [{ namespaceSelector: { matchLabels: { team: 'ops' } } }], ports: [{ port: 'metrics' }] },
      ]);
      expect(toMetrics((await render({ workspace, service })).manifests)).toEqual([]);
      expect((await render({ workspace, service, values: { metricsPort: '0' } })).text).not.toContain('METRICS_PORT');
    });

    it('has a ServiceMonitor and rules for the Prometheus operator, where they are asked for', async () => {
      const monitored = await render({
        workspace,
        service,
        values: { 'monitoring.serviceMonitor': 'true', 'monitoring.rules': 'groups: []' },
      });
      const of = (kind: string) => monitored.manifests.find((manifest) => manifest.kind === kind)?.spec;
      expect(of('ServiceMonitor')).toMatchObject({
        endpoints: [{ port: 'metrics', relabelings: [{ targetLabel: 'job', replacement: 'call-intelligence' }] }],
      });
      expect(of('PrometheusRule')).toEqual({ groups: [] });
      const blind = { 'monitoring.serviceMonitor': 'true', metricsPort: '0' };
      await expect(render({ workspace, service, values: blind })).rejects.toThrow('needs metricsPort');
    });

    it('starts other pods when a secret has changed', () => {
      const { template } = one('Deployment').spec as { template: Manifest };
      expect(template.metadata.annotations).toMatchObject({
        'call-intelligence/secrets': expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    });

    it('reaches the collector of its traces, where it has one', async () => {
      const traced = await render({
        workspace,
        service,
        values: { 'env.OTEL_EXPORTER_OTLP_ENDPOINT': 'http://collector:4318' },
      });
      expect(policyOf(traced.manifests).egress).toContainEqual({ ports: [{ port: 4318 }] });
      expect(policyOf(manifests).egress).not.toContainEqual({ ports: [{ port: 4318 }] });
    });

    it.each([
      ['PLAIN', 'plaintext'],
      ['SCRAM-SHA-256', 'scram_sha256'],
      ['SCRAM-SHA-512', 'scram_sha512'],
      ['OAUTHBEARER', 'oauthbearer'],
    ])('has KEDA read the lag on a Kafka with TLS and %s, with the secret of the service', async (mechanism, name) => {
      const secured = await render({
        workspace,
        service,
        values: {
          ...scaled,
          'kafka.securityProtocol': 'SASL_SSL',
          'kafka.saslMechanism': mechanism,
          'kafka.tokenUrl': 'https://identity.example.com/token',
          'kafka.tokenScope': 'kafka read',
          'kafka.secret.name': 'kafka-user',
          'kafka.secret.keys': '{KAFKA_SASL_USERNAME,KAFKA_SASL_PASSWORD,KAFKA_SSL_CA}',
        },
      });
      const authentication = secured.manifests.find(({ kind }) => kind === 'TriggerAuthentication');
      if (service === 'gateway') {
        expect(authentication).toBeUndefined();
        return;
      }
      for (const { metadata, authenticationRef } of lagsOf(secured.manifests)) {
        expect(metadata).toMatchObject({ sasl: name, tls: 'enable' });
        expect(authenticationRef).toEqual({ name: authentication?.metadata.name });
      }
      expect(authentication?.spec).toEqual({
        secretTargetRef: [
          { parameter: 'username', name: 'kafka-user', key: 'KAFKA_SASL_USERNAME' },
          { parameter: 'password', name: 'kafka-user', key: 'KAFKA_SASL_PASSWORD' },
          { parameter: 'ca', name: 'kafka-user', key: 'KAFKA_SSL_CA' },
        ],
        ...(mechanism === 'OAUTHBEARER'
          ? {
              env: [
                { parameter: 'oauthTokenEndpointUri', name: 'KAFKA_SASL_TOKEN_URL' },
                { parameter: 'scopes', name: 'KAFKA_SASL_TOKEN_SCOPE' },
              ],
            }
          : {}),
      });
    });

    it('has KEDA read the lag on a Kafka with client certificates, and on one with TLS alone', async () => {
      const tls = { ...scaled, 'kafka.securityProtocol': 'SSL' };
      const certificates = { 'kafka.secret.name': 'k', 'kafka.secret.keys': '{KAFKA_SSL_CERT,KAFKA_SSL_KEY}' };
      const mutual = await render({ workspace, service, values: { ...tls, ...certificates } });
      const references = mutual.manifests.find(({ kind }) => kind === 'TriggerAuthentication')?.spec['secretTargetRef'];
      const expected = [
        { parameter: 'cert', name: 'k', key: 'KAFKA_SSL_CERT' },
        { parameter: 'key', name: 'k', key: 'KAFKA_SSL_KEY' },
      ];
      expect(references).toEqual(service === 'gateway' ? undefined : expected);
      const { manifests: encrypted } = await render({ workspace, service, values: tls });
      expect(encrypted.map(({ kind }) => kind)).not.toContain('TriggerAuthentication');
      for (const lag of lagsOf(encrypted)) {
        expect(lag.metadata).toMatchObject({ tls: 'enable' });
        expect(lag.metadata).not.toHaveProperty('sasl');
        expect(lag).not.toHaveProperty('authenticationRef');
      }
    });

    it('scales by the lag of each topic that it consumes', () => {
      const lags = lagsOf(manifests);
      const consumed = (consumedTopics as Readonly<Record<string, readonly string[]>>)[service] ?? [];
      expect(lags.map(({ metadata }) => metadata['topic'])).toEqual(consumed);
      for (const { metadata } of lags) expect(metadata).toMatchObject({ consumerGroup: service });
      expect(one('Deployment').spec).not.toHaveProperty('replicas');
    });

    const lagsOf = (all: readonly Manifest[]): readonly Trigger[] =>
      (all.find(({ kind }) => kind === 'ScaledObject')!.spec['triggers'] as Trigger[]).filter(
        ({ type }) => type === 'kafka',
      );
    const policyOf = (all: readonly Manifest[]): Policy =>
      all.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === service)!.spec as never;
    const one = (wanted: string): Manifest => manifests.find(({ kind }) => kind === wanted)!;
  });

  describe('what is wrong is refused:', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'call-intelligence-chart-'));
      await cp(path.join(workspace, 'docker', 'helm'), folder, { recursive: true });
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));
    const withChange = async (from: RegExp | string, to: string) => {
      const file = path.join(folder, 'templates', 'deployment.yaml');
      const before = await readFile(file, 'utf8');
      const after = before.replace(from, to);
      expect(after).not.toBe(before);
      await writeFile(file, after);
      return render({ workspace, service: 'contacts', chart: folder });
    };

    it('a field that Kubernetes does not know', async () => {
      expect(await errorsOf((await withChange('readinessProbe:', 'readinesProbe:')).text)).toMatch('readinesProbe');
    });

    it('a value of another type', async () => {
      expect(await errorsOf((await withChange('periodSeconds: 10', 'periodSeconds: ten')).text)).toMatch(
        'periodSeconds',
      );
    });

    it('a pod that may do more than it needs', async () => {
      const { manifests } = await withChange('{{- include "service.podSecurity" . | nindent 6 }}', '');
      expect(manifests.map(podOf).flatMap((pod) => (pod ? podProblems(pod) : []))).toEqual([
        'runs as user 1000',
        'has the seccomp profile of the runtime',
        'holds no token of the cluster',
      ]);
    });

    const refused: readonly [string, RenderOptions['values'], string][] = [
      ['no image', { 'image.tag': '' }, 'image'],
      ['the newest image, whichever it is', { 'image.tag': 'latest' }, 'image'],
      ['no secret', { 'secret.name': '' }, 'secret'],
      ['no broker', { 'kafka.brokers': '' }, 'brokers'],
      [
        'autoscaling with a password that KEDA is not given',
        { 'autoscaling.enabled': 'true', 'env.KAFKA_SASL_PASSWORD_FILE': '/etc/call-intelligence/password' },
        'reads no KAFKA_SASL_PASSWORD_FILE',
      ],
      [
        'autoscaling with a secret that KEDA has no parameter for',
        {
          'autoscaling.enabled': 'true',
          'kafka.secret.name': 'k',
          'kafka.secret.keys': '{KAFKA_SASL_USERNAME_FILE}',
        },
        'no parameter for KAFKA_SASL_USERNAME_FILE',
      ],
      [
        'autoscaling with SASL of no mechanism',
        { 'autoscaling.enabled': 'true', 'kafka.securityProtocol': 'SASL_SSL' },
        'kafka.saslMechanism',
      ],
      [
        'autoscaling with a scope that KEDA would split',
        { 'autoscaling.enabled': 'true', 'kafka.tokenScope': 'a\\,b' },
        'kafka.tokenScope',
      ],
      ['a secret among the plain variables', { 'env.INTERNAL_TOKEN_KEYS': 'k1:c2VjcmV0' }, 'INTERNAL_TOKEN_KEYS'],
    ];
    it('a gateway that does not say which proxies it believes', async () => {
      const values = { 'env.TRUSTED_PROXIES': '' };
      await expect(render({ workspace, service: 'gateway', values })).rejects.toThrow('TRUSTED_PROXIES');
    });

    it.each(refused)('%s', async (_name, values, message) => {
      await expect(render({ workspace, service: 'contacts', ...(values ? { values } : {}) })).rejects.toThrow(message);
    });
  });
}

interface Trigger {
  readonly type: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly authenticationRef?: { readonly name: string };
}

interface Policy {
  readonly ingress: readonly { readonly ports: readonly { readonly port: string | number }[] }[];
  readonly egress: readonly object[];
}

describe('names of secrets', () => {
  it('are those of keys, passwords and connection strings', () => {
    const names = [
      'CURSOR_KEYS',
      'INTERNAL_TOKEN_KEYS_CONTACTS',
      'WORKER_DATABASE_URL',
      'LLM_API_KEY',
      'KAFKA_BROKERS',
      'PORT',
      'CONTACTS_URL',
    ];
    expect(names.filter(isSecret)).toEqual(names.slice(0, 4));
  });
});

async function errorsOf(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'call-intelligence-chart-'));
  try {
    const file = path.join(folder, 'manifests.yaml');
    await writeFile(file, text);
    return await schemaErrors(workspace, file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** From the table in the service's README, which is made of its configuration's schema: each variable's default. */
function variablesOf(service: string): ReadonlyMap<string, string> {
  const readme = readFileSync(path.join(workspace, 'apps', service, 'README.md'), 'utf8');
  const rows = readme.matchAll(/^\| `([A-Z_]+)` +\| (\S+)/gm);
  return new Map([...rows].map(([, name = '', fallback = '']) => [name, fallback]));
}
