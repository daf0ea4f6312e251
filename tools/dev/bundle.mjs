/**
 * Makes the programs of a service from its compiled modules and the packages that they use: run in the service's folder, writes dist/.
 * A program of some two thousand files starts four times as fast as one of three, and holds a third less memory (docs/adr/0026).
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { decode, encode } from '@jridgewell/sourcemap-codec';

const compiled = path.resolve('compiled');
const dist = path.resolve('dist');
const programs = ['main', 'migrate', 'operate', 'cli', 'describe', 'engine-child'];

/** Native code, files that are served, and where fault tests act between a service and Postgres or Kafka (tools/chaos/test/plants). */
const staysPackage = /^(?:onnxruntime-node|swagger-ui-dist|kafkajs|pg)(?:\/|$)/;

/** What no service uses of TypeORM, class-validator and undici, which load it by their index files: drivers of other databases, telephone numbers, fetch. */
const isUnused =
  /node_modules\/(?:typeorm\/driver\/(?!postgres\/)[\w-]+\/\w+(?:Driver|QueryRunner)|libphonenumber-js\/max\/index|undici\/lib\/web\/.*)\.c?js$/;
/** Of undici's index, which runs all that it loads, what is used: a service holds two megabytes less. */
const undici = `
  module.exports = { Agent: require('./lib/dispatcher/agent'), buildConnector: require('./lib/core/connect') };
`;

// What is no service has no programs to bundle: a library, a tool.
if (!existsSync(path.join(compiled, 'main.js'))) process.exit();

const { rolldown } = await import('rolldown');
const bundle = await rolldown({
  input: Object.fromEntries(
    programs.map((program) => [program, path.join(compiled, `${program}.js`)]).filter(([, file]) => existsSync(file)),
  ),
  platform: 'node',
  external: (id) => staysPackage.test(id),
  plugins: [{ name: 'modules', load: readModule }],
  onLog(level, log, handle) {
    // Nest and TypeORM ask for optional packages when they are used.
    if (log.code === 'UNRESOLVED_IMPORT' && log.message.includes('node_modules/')) return;
    handle(level, log);
  },
});
await bundle.write({
  dir: dist,
  cleanDir: true,
  format: 'esm',
  // V8 holds the text of a program, and one character beyond ASCII makes it two bytes for each.
  charset: 'ascii',
  comments: false,
  // The text is two fifths shorter. Names stay: TypeORM and logs tell classes by theirs.
  minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  sourcemap: true,
  plugins: [
    { name: 'ascii', generateBundle: refuseOtherThanAscii },
    { name: 'own-maps', generateBundle: keepOwnMaps },
  ],
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
});
await bundle.close();

function readModule(file) {
  if (isUnused.test(file)) return { code: 'module.exports = {};' };
  if (file.endsWith('node_modules/undici/index.js')) return { code: undici };
  if (!file.endsWith('.js')) return null;
  return file.includes('node_modules') ? requireInBundle(file) : ownModule(file);
}

/** What a package of ES modules requires (of TypeORM's, @nestjs/typeorm) would be loaded a second time from node_modules. */
function requireInBundle(file) {
  const code = readFileSync(file, 'utf8');
  const ownRequire = /^const require = createRequire\(import\.meta\.url\);$/m;
  return ownRequire.test(code) ? { code: code.replace(ownRequire, '') } : null;
}

/** With its map, so that stacks name sources. Its place is what it was: files beside the program are found from there. */
function ownModule(file) {
  const code = readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
  const place = path.relative(dist, file.replace(`${compiled}${path.sep}`, `${dist}${path.sep}`));
  return {
    code: code.replaceAll('import.meta.url', () => `new URL(${JSON.stringify(`./${place}`)}, import.meta.url).href`),
    map: readFileSync(`${file}.map`, 'utf8'),
  };
}

/** Rolldown leaves tagged templates as they are, such as the engine's patterns: at a chunk's second byte for each character only small ones may have them. */
function refuseOtherThanAscii(_options, files) {
  for (const { fileName, code = '' } of Object.values(files)) {
    const [found] = /.{0,40}[^\0-\x7f].{0,40}/.exec(code) ?? [];
    if (found !== undefined && code.length > 2 ** 20) this.error(`${fileName} is not ASCII: ${found}`);
  }
}

/** With the packages in it, the map of a service takes Node half a second and a hundred megabytes at the first stack that is read. */
function keepOwnMaps(_options, files) {
  for (const map of Object.values(files).filter(({ fileName }) => fileName.endsWith('.map'))) {
    const { mappings, ...rest } = JSON.parse(map.source);
    const isPackage = rest.sources.map((source) => source.includes('node_modules/'));
    const own = decode(mappings).map((line) => line.filter(([, source]) => source !== undefined && !isPackage[source]));
    map.source = JSON.stringify({ ...rest, sourcesContent: undefined, mappings: encode(own) });
  }
}
