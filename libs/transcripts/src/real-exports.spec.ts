import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { findSegmentProblems, mapSpeakers, normaliseSegments, readTranscript } from './index.ts';

// Real exports of real tools lie beside the repository on some machines; they are not part of it.
const folder = new URL('../../../../shared/samples/', import.meta.url);
const isPresent = existsSync(folder);
const files = isPresent ? readdirSync(folder).filter((name) => /\.(vtt|srt)$/.test(name)) : [];

if (!isPresent) {
  describe('real exports', () => {
    it.skip('skipped: ../shared/samples is not on this machine', () => undefined);
  });
} else {
  describe('real exports in ../shared/samples', () => {
    it.each(files)('%s: every cue is read, in order, within the limits', (name) => {
      const bytes = readFileSync(new URL(name, folder));
      const { cues, format } = readTranscript(bytes, { format: 'auto' });
      expect(cues).toHaveLength(bytes.toString('utf8').split(' --> ').length - 1);
      expect(name.endsWith(format)).toBe(true);
      const { segments } = mapSpeakers(cues, { explicit: {}, attendees: [], ownDomains: [] });
      expect(normaliseSegments(segments)).toEqual(segments);
      expect(findSegmentProblems(segments)).toEqual([]);
      expect(segments.filter(({ text }) => /<\/?[vcib][ >.]|&amp;|-->/.test(text))).toEqual([]);
    });

    it.each([
      ['zoom__meeting001_transcript.vtt', 300],
      ['podcast-namespace__example.srt', 222],
    ])('%s: all speakers are people', (name, count) => {
      const { cues } = readTranscript(readFileSync(new URL(name, folder)), { format: 'auto' });
      const speakers = [...new Set(cues.map(({ speakerName }) => speakerName))];
      expect(cues).toHaveLength(count);
      expect(speakers).toEqual(
        speakers.filter((speaker) => speaker !== null && /^[A-Z][a-z]+( [A-Z][A-Za-z]+)*$/.test(speaker)),
      );
      expect(speakers.length).toBeGreaterThan(1);
    });
  });
}
