import { specify } from '@ci/domain/specification';
import { apiKeyDecider } from './api-key.decider.ts';
import type { ApiKeyEvent } from './api-key.events.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const created: ApiKeyEvent = {
  type: 'KeyCreated',
  data: { keyId: 'key_1', scope: 'read-only', createdAt: '2026-11-20T10:00:00.000Z' },
  personal: { name: 'CRM' },
};
const deleted: ApiKeyEvent = { type: 'KeyDeleted', data: { deletedAt: '2026-11-20T10:00:00.000Z' } };

describe('an API key', () => {
  it('is created with its name and scope', () => {
    specify(apiKeyDecider)
      .given([])
      .when({ type: 'CreateKey', keyId: 'key_1', name: 'CRM', scope: 'read-only', now })
      .then([created]);
  });

  it.each(['', '   ', 'x'.repeat(201)])('is not created with the name %j', (name) => {
    const command = { type: 'CreateKey', keyId: 'key_1', name, scope: 'read-only', now } as const;
    expect(() => apiKeyDecider.decide(command, { status: 'none' })).toThrow(/name must have/);
  });

  it('is created once', () => {
    const command = { type: 'CreateKey', keyId: 'key_1', name: 'CRM', scope: 'read-only', now } as const;
    expect(() => apiKeyDecider.decide(command, { status: 'active' })).toThrow(/exists already/);
    expect(() => apiKeyDecider.decide(command, { status: 'deleted' })).toThrow(/exists already/);
  });

  it('is deleted once', () => {
    specify(apiKeyDecider).given([created]).when({ type: 'DeleteKey', now }).then([deleted]);
    expect(() => apiKeyDecider.decide({ type: 'DeleteKey', now }, { status: 'deleted' })).toThrow();
    expect(() => apiKeyDecider.decide({ type: 'DeleteKey', now }, { status: 'none' })).toThrow();
  });
});
