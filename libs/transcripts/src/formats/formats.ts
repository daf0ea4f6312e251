import { subRip } from './sub-rip.ts';
import type { TranscriptFormat } from './transcript-format.ts';
import { webVtt } from './web-vtt.ts';

/** Every import format, in the order in which `auto` asks them. */
export const formats: readonly TranscriptFormat[] = [webVtt, subRip];
