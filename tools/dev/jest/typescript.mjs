/** Lets this process import TypeScript: libraries from their sources, decorators with the types that Nest injects by. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

process.setSourceMapsEnabled(true);

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, '@ci/source'] }),
  load: (url, context, next) => {
    const filename = url.startsWith('file:') ? fileURLToPath(url) : '';
    if (!/\.tsx?$/.test(filename) || filename.includes('/node_modules/')) return next(url, context);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      swcrc: false,
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', decorators: true, tsx: filename.endsWith('x') },
        transform: { legacyDecorator: true, decoratorMetadata: true },
        keepClassNames: true,
      },
      module: { type: 'es6' },
      sourceMaps: 'inline',
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
