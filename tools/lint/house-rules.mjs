import path from 'node:path';
import { domainFolders } from './boundaries.mjs';
import { importChains } from './import-chain.mjs';

const { importChain, isProject } = importChains(path.resolve(import.meta.dirname, '../..'));

/** Words that leave open who does what, or that a reader has to translate. */
const wornWords =
  /(?<![\p{L}-])(?:nobody|somebody|whoever|anew|reckoned|dealt with|of (?:its|their) own(?! \p{L}))(?![\p{L}-])/iu;

/** The rules of this repository that no public plugin has. `oxlint.config.ts` says where each of them holds. */
export default {
  meta: { name: 'house' },
  rules: {
    'env-in-config-only': forbid({
      'MemberExpression[object.name="process"][property.name="env"]':
        'Read the environment in config.ts alone; take the typed configuration here.',
      'VariableDeclarator[init.name="process"] > ObjectPattern > Property[key.name="env"]':
        'Read the environment in config.ts alone; take the typed configuration here.',
      'ImportDeclaration[source.value=/^(node:)?process$/] > ImportSpecifier[imported.name="env"]':
        'Read the environment in config.ts alone; take the typed configuration here.',
    }),
    'kafkajs-in-messaging-only': forbid({
      [importOf('/^kafkajs($|\\u002F)/')]: 'Only libs/messaging speaks to kafkajs; use @ci/messaging.',
    }),
    'no-sleep-in-tests': forbid({
      'AwaitExpression > NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"]':
        'Wait for a condition with a deadline: await until(…).',
      [importOf('/^(node:)?timers\\u002Fpromises$/')]: 'Wait for a condition with a deadline: await until(…).',
    }),
    'one-moment-one-statement': forbid({
      'Literal[value=/^(REPEATABLE READ|SERIALIZABLE)$/]':
        'What has to be of one moment is read in one statement: an older snapshot finds a table empty that a rebuild has just put in place.',
    }),
    'schema-from-contracts': schemaFromContracts(),
    'query-from-dto': forbid({
      'ImportDeclaration[source.value="@nestjs/swagger"] > ImportSpecifier[imported.name="ApiQuery"]':
        'The DTO that checks a query describes it: @QueryOf(Dto).',
      'Property[key.name="in"][value.value="query"]': 'The DTO that checks a query describes it: @QueryOf(Dto).',
    }),
    'relative-import-extension': forbid({
      [importOf('/^\\.{1,2}(\\u002F(?!.*\\.(tsx?|mjs|js|json|css|svg)$).*)?$/')]:
        'A relative import names its file: it ends in .ts.',
      [importOf('/^\\.{1,2}\\u002F.*(?<!jest\\.preset)\\.js$/')]:
        'A relative import names the source file: it ends in .ts, not .js.',
    }),
    'texts-from-catalog': forbid({
      'JSXText[value=/\\p{L}{2}/u]': 'Words that people read come from texts/, in every language.',
      'JSXAttribute[name.name=/^(aria-label|aria-description|alt|title|label|placeholder|description|error)$/] > Literal[value=/^(?!https:).*\\p{L}{2}/u]':
        'Words that people read come from texts/, in every language.',
    }),
    'pure-domain': pureDomain(),
    'light-domain-tests': lightDomainTests(),
    'sql-in-its-file': sqlInItsFile(),
    'todo-has-issue': inComments(/\b(TODO|FIXME|XXX)\b(?!\s*\(?#\d+)/, 'Say which issue will do it: TODO(#123).'),
    'plain-comments': inComments(
      wornWords,
      'Say who and how: the client, the caller, an operator; again, separate, processed.',
    ),
    'telling-file-name': tellingFileName(),
  },
};

/** A rule from selectors (https://eslint.org/docs/latest/extend/selectors) and what to say where one of them matches. */
function forbid(messages) {
  return {
    meta: { type: 'problem', schema: [] },
    create: (context) =>
      Object.fromEntries(
        Object.entries(messages).map(([selector, message]) => [selector, (node) => context.report({ node, message })]),
      ),
  };
}

/** The schema of libs/contracts describes a body and an answer: one that is typed in a service is typed twice. */
function schemaFromContracts() {
  const selectors = forbid({
    'ImportDeclaration[source.value="@nestjs/swagger"] > ImportSpecifier[imported.name=/^Api(Body|\\w*Response)$/]':
      'Bodies and answers are described by their schemas: @BodyOf(Schema), @ApiAnswer(status, Schema, …).',
    'CallExpression[callee.name="Body"]:not([arguments.0.type="ObjectExpression"])':
      'A schema checks a body: @BodyOf(Schema).',
    'CallExpression[callee.name="ApiOperation"] Property[key.name=/^(requestBody|responses)$/][value.type="ObjectExpression"]':
      'Bodies and answers are described by their schemas: @BodyOf(Schema), @ApiAnswer(status, Schema, …).',
  });
  return {
    meta: { type: 'problem', schema: [] },
    create: (context) => {
      const allowed = new Set(['undefined']);
      return {
        ...selectors.create(context),
        'ImportDeclaration[source.value="@ci/contracts"] > ImportSpecifier': ({ local }) => allowed.add(local.name),
        'CallExpression[callee.name=/^(BodyOf|ApiPage|ApiAnswer)$/]': (node) => {
          const schema = node.arguments[node.callee.name === 'ApiAnswer' ? 1 : 0];
          if (!allowed.has(schema?.name))
            context.report({ node, message: 'The schema of a body or an answer is imported from @ci/contracts.' });
        },
      };
    },
  };
}

function importOf(pattern) {
  return `:matches(ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration, ImportExpression)[source.value=${pattern}]`;
}

/** Domain code gets time, ids and data handed in: that makes it testable with given/when/then and replayable for ever. */
function pureDomain() {
  /** They compute, and do nothing else. */
  const harmless = new Set(['chrono-node', 'ipaddr.js', 'typebox']);
  const harmlessBuiltins = new Set(['node:assert/strict', 'node:util', 'node:url']);
  const isOutside = (specifier) =>
    !/^\.{1,2}\//.test(specifier) &&
    !isProject(specifier) &&
    !harmless.has(specifier.split('/')[0]) &&
    !harmlessBuiltins.has(specifier);
  const selectors = forbid({
    'NewExpression[callee.name="Date"][arguments.length=0]': 'The domain has no clock: take the time from the command.',
    'CallExpression[callee.name="Date"]': 'The domain has no clock: take the time from the command.',
    'MemberExpression[object.name=/^(Date|Temporal)$/][property.name=/^(now|Now)$/]':
      'The domain has no clock: take the time from the command.',
    'MemberExpression[object.name=/^(performance|process)$/]': 'The domain has no clock and no process.',
    'MemberExpression[object.name="Math"][property.name="random"]':
      'The domain has no chance: take ids and random values from the command.',
    'MemberExpression[object.name="crypto"]': 'The domain has no chance: take ids and random values from the command.',
    'CallExpression[callee.name=/^(setTimeout|setInterval|setImmediate|queueMicrotask|fetch)$/]':
      'The domain does nothing by itself: no timers, no network.',
  });
  return {
    meta: { type: 'problem', schema: [] },
    create: (context) => ({
      ...selectors.create(context),
      ...onImports((node, specifier) => {
        const message = whyNotInDomain(specifier, context.filename);
        if (message !== undefined) context.report({ node, message });
      }),
    }),
  };

  function whyNotInDomain(specifier, filename) {
    // Within the domain the other file is held to this rule itself.
    if (specifier.startsWith('.'))
      return leavesTheDomain(specifier, filename) ? `${specifier} is outside the domain folders.` : undefined;
    const chain = importChain(specifier, filename, isOutside);
    return chain && `The domain does not know ${chain.at(-1)}${chain.length > 1 ? `: ${chain.join(' → ')}` : ''}.`;
  }

  function leavesTheDomain(source, filename) {
    const [, app] = /[\\/]apps[\\/]([^\\/]+)[\\/]src[\\/]/.exec(filename) ?? [];
    if (app === undefined) return false; // a pure library may use all of itself
    const target = path.resolve(path.dirname(filename), source).split(path.sep).join('/');
    return !domainFolders.some((folder) => target.includes(`/apps/${app}/src/${folder}/`));
  }
}

/** A framework takes seconds to load: a domain's tests do without. */
function lightDomainTests() {
  const isFramework = (specifier) => /^(@nestjs\/|(typeorm|pg|kafkajs|fastify)($|\/))/.test(specifier);
  return {
    meta: { type: 'problem', schema: [] },
    create: (context) =>
      onImports((node, specifier) => {
        const chain = importChain(specifier, context.filename, isFramework);
        if (chain)
          context.report({ node, message: `A test of the domain loads ${chain.at(-1)}: ${chain.join(' → ')}.` });
      }),
  };
}

/** Calls `check` with each import and re-export of a file, and what it names. */
function onImports(check) {
  const visit = (node) => node.source && check(node, String(node.source.value));
  return {
    ImportDeclaration: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    ImportExpression: visit,
  };
}

/** docs/adr/0031: a statement that is longer is in a separate file, with the reason why it is written by hand. */
function sqlInItsFile() {
  const MOST_LINES = 3;
  const isSql = /\b(SELECT|FROM|JOIN|WHERE|INSERT INTO|UPDATE|DELETE|MERGE INTO)\b/;
  return {
    meta: { type: 'problem', schema: [] },
    create: (context) => ({
      TemplateLiteral(node) {
        const text = context.sourceCode.getText(node).slice(1, -1).trim();
        if (isSql.test(text) && text.split('\n').length > MOST_LINES)
          context.report({ node, message: 'SQL of more than three lines stands in a .sql.ts file, with its reason.' });
      },
    }),
  };
}

/** What is quoted in a comment, as what people say on calls, is not looked at. */
function inComments(pattern, message) {
  return {
    meta: { type: 'problem', schema: [] },
    create: (context) => ({
      Program() {
        for (const { loc, value } of context.sourceCode.getAllComments())
          if (pattern.test(value.replace(/["“][^"”]*["”]/g, ''))) context.report({ loc, message });
      },
    }),
  };
}

function tellingFileName() {
  const vague = /^(utils?|common|helpers?|base|managers?)$/;
  return {
    meta: { type: 'problem', schema: [] },
    create: (context) => ({
      Program(node) {
        const parts = path.relative(context.cwd, context.filename).split(/[\\/.-]/);
        const word = parts.find((part) => vague.test(part));
        if (word) context.report({ node, message: `"${word}" says nothing: name the file for what it does.` });
      },
    }),
  };
}
