/** A page of the site and the file of the repository that holds it. */
export interface Page {
  /** In the repository. */
  readonly source: string;
  /** In the site, without `.md`. */
  readonly path: string;
  /** In the sidebar. */
  readonly text: string;
}

export interface Chapter {
  readonly text: string;
  readonly pages: readonly Page[];
}

/** A kind of reader, with the pages for them alone. */
export interface Audience {
  readonly name: 'Build' | 'Use' | 'Operate' | 'Change';
  readonly path: string;
  readonly chapters: readonly Chapter[];
}

const page = (path: string, text: string, source = `docs/${path}.md`): Page => ({ source, path, text });
const from = (source: string, path: string, text: string): Page => ({ source: `docs/${source}.md`, path, text });

/** Made from `docs/openapi.json` and the services' READMEs while the site is built: no file in the repository. */
export const generated = 'generated';

export const audiences: readonly Audience[] = [
  {
    name: 'Build',
    path: 'build',
    chapters: [
      {
        text: 'Start',
        pages: [
          page('build/index', 'Overview'),
          page('build/quickstart', 'Quickstart'),
          page('build/typescript-client', 'TypeScript client', 'libs/client/README.md'),
        ],
      },
      {
        text: 'Tutorials',
        pages: [
          page('build/crm-sync', 'Sync a CRM'),
          page('build/webhooks-on-a-laptop', 'Webhooks on a laptop'),
          from('webhooks', 'build/webhooks', 'Receive webhooks'),
        ],
      },
      {
        text: 'Guides',
        pages: [
          page('build/rate-limits', 'Rate limits'),
          page('build/pagination', 'Pagination'),
          page('build/idempotency', 'Idempotency'),
          page('build/versions', 'Versions and deprecation'),
          page('build/glossary', 'Glossary'),
        ],
      },
      {
        text: 'Reference',
        pages: [
          page('build/reference/calls', 'Calls', generated),
          page('build/reference/summaries', 'Summaries', generated),
          page('build/reference/action-items', 'Action items', generated),
          page('build/reference/contacts', 'Contacts', generated),
          page('build/reference/webhooks', 'Webhooks', generated),
          page('build/reference/schemas', 'Schemas', generated),
          page('build/reference/events', 'Webhook events', generated),
          page('build/errors', 'Errors'),
          page('build/changelog', 'Changelog', 'CHANGELOG.md'),
        ],
      },
    ],
  },
  {
    name: 'Use',
    path: 'use',
    chapters: [
      {
        text: 'The console',
        pages: [
          page('use/index', 'Overview'),
          page('use/calls', 'Calls and summaries'),
          page('use/settings', 'People, keys and webhooks'),
        ],
      },
      {
        text: 'Figures',
        pages: [from('metrics', 'use/coaching', 'Coaching score'), from('quality', 'use/quality', 'Quality')],
      },
    ],
  },
  {
    name: 'Operate',
    path: 'operate',
    chapters: [
      {
        text: 'Install',
        pages: [
          page('operate/index', 'Overview'),
          page('operate/kubernetes', 'Kubernetes, step by step'),
          from('deployment', 'operate/deployment', 'Deployment'),
          page('operate/configuration', 'Variables', generated),
          from('database-roles', 'operate/database-roles', 'Database roles'),
          from('llm-engine', 'operate/llm-engine', 'Language model'),
        ],
      },
      {
        text: 'Watch',
        pages: [
          from('observability', 'operate/observability', 'Observability'),
          from('metrics-reference', 'operate/metrics', 'Metrics'),
          from('capacity', 'operate/capacity', 'Capacity'),
          from('reliability', 'operate/reliability', 'Reliability'),
          from('threat-model', 'operate/threat-model', 'Threat model'),
          from('erasure', 'operate/erasure', 'Erasure'),
          page('operate/security', 'Report a weakness', 'SECURITY.md'),
        ],
      },
      {
        text: 'Runbooks',
        pages: [
          from('runbooks/alerts', 'operate/runbooks/alerts', 'Alerts'),
          from('runbooks/start-and-readiness', 'operate/runbooks/start-and-readiness', 'Start and readiness'),
          from('runbooks/parked-messages', 'operate/runbooks/parked-messages', 'Parked messages'),
          from('runbooks/rebuild-and-republish', 'operate/runbooks/rebuild-and-republish', 'Rebuild and republish'),
          from('runbooks/reanalyze', 'operate/runbooks/reanalyze', 'Analyze old calls again'),
          from('runbooks/restore', 'operate/runbooks/restore', 'Restore'),
          from('runbooks/upgrade', 'operate/runbooks/upgrade', 'Upgrade and roll back'),
          from('runbooks/internal-token-keys', 'operate/runbooks/internal-token-keys', 'Internal token keys'),
          from('runbooks/encryption-keys', 'operate/runbooks/encryption-keys', 'Encryption keys'),
        ],
      },
    ],
  },
  {
    name: 'Change',
    path: 'change',
    chapters: [
      {
        text: 'Contribute',
        pages: [
          page('change/index', 'Contributing', 'CONTRIBUTING.md'),
          page('change/commands', 'Commands'),
          from('architecture', 'change/architecture', 'Architecture'),
          from('events', 'change/events', 'Events on Kafka'),
          from('performance', 'change/performance', 'Performance'),
          from('roadmap', 'change/roadmap', 'Roadmap'),
        ],
      },
      {
        text: 'Release',
        pages: [
          from('releasing', 'change/releasing', 'Releasing'),
          from('can-i-deploy', 'change/can-i-deploy', 'Can I deploy?'),
          from('contract-tests', 'change/contract-tests', 'Contract tests'),
          from('mixed-versions', 'change/mixed-versions', 'Mixed versions'),
        ],
      },
      { text: 'Decisions', pages: [from('adr/README', 'change/decisions/index', 'Decisions')] },
    ],
  },
];

export const mappedPages: readonly Page[] = [
  { source: 'docs/index.md', path: 'index', text: 'Home' },
  ...audiences.flatMap(({ chapters }) => chapters.flatMap(({ pages }) => pages)),
];
