import path from 'node:path';
import { headingsOf, withLinks } from '../stage/markdown.ts';
import { slugOf } from '../reference/slug.ts';
import type { StagedSite } from '../stage/stage-pages.ts';

/** Links between pages that lead to no page, or to no heading of it. */
export function brokenLinks({ pages, assets, broken }: StagedSite): string[] {
  const anchors = new Map([...pages].map(([place, text]) => [place, anchorsOf(text)]));
  const found = broken.map((link) => `leads nowhere: ${link}`);
  for (const [place, text] of pages) {
    withLinks(text, ({ target, whole }) => {
      const [file = '', anchor] = target.split('#', 2);
      const aimed = file === '' ? place : path.posix.join(path.posix.dirname(place), file);
      const known = anchors.get(aimed);
      if (known === undefined && !assets.has(aimed)) found.push(`leads nowhere: ${place}: ${target}`);
      else if (anchor !== undefined && anchor !== '' && known !== undefined && !known.has(anchor))
        found.push(`no such heading: ${place}: ${target}`);
      return whole;
    });
  }
  return found;
}

/** As the site makes them: a heading that comes again gets a number; `{#name}` gives a name. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const heading of headingsOf(markdown)) {
    const [, given] = /\{#([\w-]+)\}$/.exec(heading) ?? [];
    const slug = given ?? slugOf(heading);
    let name = slug;
    for (let count = 1; found.has(name); count += 1) name = `${slug}-${String(count)}`;
    found.add(name);
  }
  return found;
}
