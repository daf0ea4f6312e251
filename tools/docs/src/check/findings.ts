import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stagePages } from '../stage/stage-pages.ts';
import { textsOfDocument } from './document-texts.ts';
import { brokenLinks } from './links.ts';
import { proseFindings } from './prose.ts';
import { sourceTexts } from './source-texts.ts';

/** Pages written before the rules for sentences: their words and spelling are held, not the length of their sentences. */
const wordsOnly =
  /^(?:change|operate|use)\/(?!index|kubernetes|calls|settings|commands)|^build\/(?:webhooks\.md|typescript-client|reference\/)|^change\/index/;
/** Decisions are records: they stay as they were taken. */
const records = /^change\/decisions\/\d/;
/** Written by other tools from texts in the code. */
const written = /^(?:change\/events|operate\/metrics)\.md$/;

/** Everything that is wrong with the pages, the texts of the API document and those of the sources: links, words, sentences. One line each. */
export async function findingsIn(workspace: string): Promise<readonly string[]> {
  const site = await stagePages(workspace);
  const document: unknown = JSON.parse(await readFile(path.join(workspace, 'docs/openapi.json'), 'utf8'));
  const prose = [...site.pages]
    .filter(([place]) => !records.test(place) && !written.test(place))
    .flatMap(([place, text]) =>
      proseFindings(text, { wordsOnly: wordsOnly.test(place) }).map((finding) => `${place}: ${finding}`),
    );
  const ofDocument = textsOfDocument(document).flatMap(({ place, text }) =>
    proseFindings(text).map((finding) => `openapi.json${place}: ${finding}`),
  );
  const ofSources = [...sourceTexts(workspace)].flatMap(({ place, text }) =>
    proseFindings(text).map((finding) => `${place}: ${finding}`),
  );
  return [...brokenLinks(site), ...prose, ...ofDocument, ...ofSources];
}
