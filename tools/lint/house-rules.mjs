import { builtinModules } from 'node:module';
import path from 'node:path';
import { domainFolders } from './boundaries.mjs';

/** The rules of this repository that no public plugin has. `eslint.config.mjs` says where each of them holds. */
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
    'relative-import-extension': forbid({
      [importOf('/^\\.{1,2}(\\u002F(?!.*\\.(tsx?|mjs|js|json|css|svg)$).*)?$/')]:
        'A relative import names its file: it ends in .ts.',
      [importOf('/^\\.{1,2}\\u002F.*(?<!jest\\.preset)\\.js$/')]:
        'A relative import names the source file: it ends in .ts, not .js.',
    }),
    'pure-domain': pureDomain(),
    'todo-has-issue': todoHasIssue(),
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

function importOf(pattern) {
  return `:matches(ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration, ImportExpression)[source.value=${pattern}]`;
}

/** Domain code gets time, ids and data handed in: that makes it testable with given/when/then and replayable for ever. */
function pureDomain() {
  const outsideWorld =
    /^(@nestjs\/|@fastify\/|fastify$|rxjs($|\/)|typeorm$|pg($|-)|kafkajs$|pino|undici$|jose$|uuid$|class-|reflect-metadata$|@ci\/(messaging|testing)$)/;
  const harmlessBuiltins = new Set(['assert', 'util', 'url']);
  const impureNames = { '@ci/platform': ['newId', 'uuidv7'] };
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
    create(context) {
      const check = (node) => {
        const problem = node.source && whyNotInDomain(node, context.filename);
        if (problem) context.report({ node, message: problem });
      };
      return {
        ...selectors.create(context),
        ImportDeclaration: check,
        ExportNamedDeclaration: check,
        ExportAllDeclaration: check,
        ImportExpression: check,
      };
    },
  };

  function whyNotInDomain(node, filename) {
    const source = String(node.source.value);
    const builtin = source.replace(/^node:/, '');
    if (source.startsWith('.')) return leavesTheDomain(source, filename) && `${source} is outside the domain folders.`;
    if (outsideWorld.test(source)) return `The domain does not know ${source}.`;
    if (builtinModules.includes(builtin) && !harmlessBuiltins.has(builtin))
      return `The domain does not know ${source}.`;
    const impure = (node.specifiers ?? []).find((s) => impureNames[source]?.includes(s.imported?.name));
    return impure && `${impure.imported.name} reads the clock or draws lots: take the id from the command.`;
  }

  function leavesTheDomain(source, filename) {
    const [, app] = /[\\/]apps[\\/]([^\\/]+)[\\/]src[\\/]/.exec(filename) ?? [];
    if (app === undefined) return false; // a pure library may use all of itself
    const target = path.resolve(path.dirname(filename), source).split(path.sep).join('/');
    return !domainFolders.some((folder) => target.includes(`/apps/${app}/src/${folder}/`));
  }
}

function todoHasIssue() {
  return {
    meta: { type: 'problem', schema: [] },
    create: (context) => ({
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (/\b(TODO|FIXME|XXX)\b(?!\s*\(?#\d+)/.test(comment.value)) {
            context.report({ loc: comment.loc, message: 'Say which issue will do it: TODO(#123).' });
          }
        }
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
