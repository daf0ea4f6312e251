import { readFile } from 'node:fs/promises';
import { ActHeads, type TrainedHeads } from '../engine/acts/heads.ts';
import { TrainedReader } from '../call-reading/trained-reader.ts';
import { EmbeddedEngine } from '../engine/embedded-engine.ts';
import type { SummaryEngine } from '../engine/summary-engine.ts';
import { MiniLmEmbedder } from '../sentence-embedding/mini-lm-embedder.ts';

const headsFile = new URL('../../models/act-heads.json', import.meta.url);

/** The embedded engine with its model and its trained heads, from the files of this repository: a process needs it once. */
export async function loadEngine(): Promise<SummaryEngine> {
  const [embedder, heads, reader] = await Promise.all([MiniLmEmbedder.load(), loadHeads(), TrainedReader.load()]);
  return new EmbeddedEngine({ embedder, heads, reader });
}

export async function loadHeads(): Promise<ActHeads> {
  return new ActHeads(JSON.parse(await readFile(headsFile, 'utf8')) as TrainedHeads);
}
