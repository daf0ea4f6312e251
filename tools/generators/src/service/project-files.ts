import type { Tree } from '@nx/devkit';
import { contentOf } from '../edit.ts';

/** The service whose settings a new one takes over, so that both are built, linted and tested alike. */
const model = 'contacts';

/** What makes a folder a project: settings of tools, packages, README. By path from the service's folder. */
export function projectFiles(tree: Tree, name: string, description: string): Readonly<Record<string, string>> {
  const taken = ['project.json', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'jest.config.ts'].map(
    (file) => [file, contentOf(tree, `apps/${model}/${file}`).replaceAll(new RegExp(`\\b${model}\\b`, 'g'), name)],
  );
  return { ...Object.fromEntries(taken), 'README.md': readme(name, description) } as Record<string, string>;
}

const readme = (name: string, description: string): string => `# ${name}

${description}

Run it alone, with the environment of the system in \`.data/\`: \`npx nx run ${name}:serve\`.

## Configuration

<!-- variables: nx run ${name}:config-docs -->
<!-- end of variables -->
`;
