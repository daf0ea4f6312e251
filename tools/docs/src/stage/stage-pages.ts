import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { variablesPage } from '../reference/variables-page.ts';
import { referencePages, type OpenApi } from '../reference/reference-pages.ts';
import { withLinks } from './markdown.ts';
import { withSamples } from './samples.ts';
import { generated, mappedPages, type Page } from './site-map.ts';

export interface StagedSite {
  /** Markdown by its path in the site, with `.md`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Files that pages show, by their path in the site: where each is in the repository. */
  readonly assets: ReadonlyMap<string, string>;
  /** Relative links that lead nowhere: `page: target`. */
  readonly broken: readonly string[];
}

/** All pages as the site has them: links lead to pages of the site, samples and generated pages are in place. */
export async function stagePages(workspace: string): Promise<StagedSite> {
  const all = [...mappedPages, ...(await decisionPages(workspace))];
  const places = new Map(all.filter(({ source }) => source !== generated).map((page) => [page.source, page.path]));
  const pages = new Map<string, string>();
  const assets = new Map<string, string>();
  const broken: string[] = [];
  for (const { source, path: place } of all) {
    if (source === generated) continue;
    const folder = path.posix.dirname(source);
    const text = await withSamples(await readFile(path.join(workspace, source), 'utf8'), path.join(workspace, folder));
    const staged = withLinks(text, ({ text: label, target, whole }) => {
      const [file = '', anchor] = target.split('#', 2);
      if (file === '') return whole;
      const aimed = path.posix.join(folder, file).replace(/\/$/, '');
      const page = places.get(aimed) ?? generatedPage(file, place);
      if (page !== undefined)
        return `[${label}](${relative(place, page)}.md${anchor === undefined ? '' : `#${anchor}`})`;
      if (!existsSync(path.join(workspace, aimed))) {
        broken.push(`${source}: ${target}`);
        return label;
      }
      if (!isShown(aimed)) return outside(label, aimed);
      const asset = aimed.startsWith('docs/') ? aimed.slice('docs/'.length) : aimed;
      assets.set(asset, aimed);
      return whole.replace(target, relative(place, asset));
    });
    pages.set(`${place}.md`, staged);
  }
  const document = JSON.parse(await readFile(path.join(workspace, 'docs/openapi.json'), 'utf8')) as OpenApi;
  for (const [place, text] of referencePages(document)) pages.set(`build/reference/${place}.md`, text);
  pages.set('operate/configuration.md', await variablesPage(workspace));
  return { pages, assets, broken };
}

/** Pages that are generated have no file to link to: pages name them by their place in the site. */
function generatedPage(file: string, from: string): string | undefined {
  const aimed = path.posix.join(path.posix.dirname(from), file).replace(/\.md$/, '');
  return mappedPages.find(({ source, path: place }) => source === generated && place === aimed)?.path;
}

async function decisionPages(workspace: string): Promise<Page[]> {
  const names = (await readdir(path.join(workspace, 'docs/adr'))).filter((name) => /^\d{4}-.*\.md$/.test(name));
  return names.sort().map((name) => {
    const slug = name.replace(/\.md$/, '');
    return { source: `docs/adr/${name}`, path: `change/decisions/${slug}`, text: slug };
  });
}

/** Files that a page shows. */
function isShown(file: string): boolean {
  return /\.(?:png|svg)$/.test(file) && file.startsWith('docs/');
}

/** A file of the repository that is no page: named, not linked. */
function outside(label: string, file: string): string {
  return label.includes(path.posix.basename(file)) ? label : `${label} (\`${file}\`)`;
}

function relative(from: string, to: string): string {
  const found = path.posix.relative(path.posix.dirname(from), to);
  return found.startsWith('.') ? found : `./${found}`;
}
