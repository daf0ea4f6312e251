import { type CreateCall } from '@ci/contracts';
import { draftCall } from './call-draft.ts';

const body: CreateCall = {
  rep_id: 'user_dana',
  started_at: '2026-11-20T10:00:00-05:00',
  external_id: 'zoom-92817',
  transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 6_000, text: 'Hello.' }],
};
const workspace = { id: 'wsp_1', timezone: 'Europe/Lisbon', domains: [] };

describe('the hash of a call', () => {
  it('is the one that earlier releases stored, so that a call sent again after an upgrade is no conflict', () => {
    expect(draftCall(body, workspace).content.content_hash).toBe(
      '342cca730fd70362a89406c83bcdb1bd857359156aa6540e8fc39db516252884',
    );
  });
});
