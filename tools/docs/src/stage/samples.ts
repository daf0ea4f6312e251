import { readFile } from 'node:fs/promises';
import path from 'node:path';

const languages: Readonly<Record<string, string>> = { py: 'python', mjs: 'js' };

/**
 * A line `<<< ./samples/receiver.ts` becomes the file as a code block, `<<< ./file.ts#name` its region `name`: pages show what the tests run.
 * The path is relative to the page.
 */
export async function withSamples(markdown: string, folder: string): Promise<string> {
  const lines = markdown.split('\n').map(async (line) => {
    const [, file, region] = /^<<< (\S+?)(?:#([\w-]+))?$/.exec(line) ?? [];
    if (file === undefined) return line;
    const text = await readFile(path.join(folder, file), 'utf8');
    const extension = path.extname(file).slice(1);
    const code = region === undefined ? text : regionOf(text, region, file);
    return `\`\`\`${languages[extension] ?? extension}\n${code.trimEnd()}\n\`\`\``;
  });
  return (await Promise.all(lines)).join('\n');
}

function regionOf(text: string, name: string, file: string): string {
  const pattern = new RegExp(
    `^[^\\S\\n]*(?://|#) #region ${name}\\n([^]*?)^[^\\S\\n]*(?://|#) #endregion ${name}$`,
    'm',
  );
  const [, region] = pattern.exec(text) ?? [];
  if (region === undefined) throw new Error(`${file} has no region ${name}`);
  const indent = Math.min(...[...region.matchAll(/^( *)\S/gm)].map(([, spaces = '']) => spaces.length));
  return region.replaceAll(new RegExp(`^ {${indent}}`, 'gm'), '');
}
