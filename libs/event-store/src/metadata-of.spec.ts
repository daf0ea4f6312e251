import { metadataOf } from './metadata-of.ts';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const caller = { actor: 'key_1', scope: 'read-write' };
const message = { id: 'msg_1', source: '/ingestion', topic: 'call.ended' };

describe('metadataOf', () => {
  it('names who acts, the request and the trace of a caller', () => {
    expect(metadataOf(caller, { id: 'req_1', headers: { traceparent } })).toEqual({
      actor: 'key_1',
      correlationId: 'req_1',
      traceparent,
    });
  });

  it('names the sender, the message and the trace of a message', () => {
    expect(metadataOf({ ...message, traceparent })).toEqual({
      actor: '/ingestion',
      causationId: 'msg_1',
      traceparent,
    });
  });

  it('names no more than who acts where there is no request', () => {
    expect(metadataOf({ actor: 'operator ana' })).toEqual({ actor: 'operator ana' });
  });

  it.each([undefined, '', 'abc', `${traceparent}-more`, [traceparent]])(
    'leaves out %j, which is no trace',
    (header) => {
      const request = { id: 'req_1', headers: { traceparent: header } };
      expect(metadataOf(caller, request)).toEqual({ actor: 'key_1', correlationId: 'req_1' });
      if (typeof header === 'string')
        expect(metadataOf({ ...message, traceparent: header })).toEqual({ actor: '/ingestion', causationId: 'msg_1' });
    },
  );
});
