/**
 * Loaded before jest, in its workers too. Each test file loads all of its modules anew, in a sandbox of its own; what V8 has made of a source for
 * one file it takes for the next. That is a sixth of the processor time of an integration test.
 */
const vm = require('node:vm');

const { compileFunction, SourceTextModule } = vm;
/** By name of file: two sources under one name are compiled each time. */
const functions = new Map();
const modules = new Map();

vm.compileFunction = (source, parameters, options = {}) => {
  const known = functions.get(options.filename);
  if (known?.source === source) return compileFunction(source, parameters, { ...options, cachedData: known.data });
  const compiled = compileFunction(source, parameters, { ...options, produceCachedData: true });
  if (compiled.cachedData) functions.set(options.filename, { source, data: compiled.cachedData });
  return compiled;
};

// Only under --experimental-vm-modules, which jest has.
if (SourceTextModule)
  vm.SourceTextModule = class extends SourceTextModule {
    constructor(source, options = {}) {
      const known = modules.get(options.identifier);
      const isKnown = known?.source === source;
      super(source, isKnown ? { ...options, cachedData: known.data } : options);
      if (!isKnown) modules.set(options.identifier, { source, data: this.createCachedData() });
    }
  };
