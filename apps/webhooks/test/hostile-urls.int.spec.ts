import { malformedUrls, urlsOfForbiddenAddresses } from './hostile-urls.ts';
import { startWebhooks, type WebhooksService } from './webhooks-service.ts';

let service: WebhooksService;
beforeAll(async () => {
  service = await startWebhooks({ allowedAddresses: null });
});
afterAll(() => service.close());

const all: readonly (readonly [string, string])[] = [
  ...malformedUrls,
  ...urlsOfForbiddenAddresses.map((url) => [url, 'must not point to a private or reserved address'] as const),
];

it('none of them can be registered, and each is told why', async () => {
  expect(all.length).toBeGreaterThanOrEqual(140);
  for (const [url, message] of all) {
    const { status, body } = await service.request('POST', '/v1/webhooks', { body: { url, events: ['call.ended'] } });
    // NUL and unpaired surrogates are refused as such, before anything is said of the field's meaning.
    const details = url.includes('\0')
      ? expect.arrayContaining([{ field: 'url', message: expect.any(String) }])
      : [{ field: 'url', message }];
    expect([url, status, body.error]).toEqual([
      url,
      400,
      {
        code: 'invalid_request',
        message: expect.any(String),
        param: 'url',
        details,
        request_id: expect.any(String),
        doc_url: '/docs/build/errors#invalid_request',
      },
    ]);
  }
  expect((await service.request('GET', '/v1/webhooks')).body.data).toEqual([]);
});

it('nor does a change lead an endpoint there', async () => {
  const body = { url: 'https://crm.example.com/hooks', events: ['call.ended'] };
  const { id } = (await service.request('POST', '/v1/webhooks', { body })).body;
  for (const [url] of all) {
    const { status } = await service.request('PATCH', `/v1/webhooks/${id}`, { body: { url } });
    expect([url, status]).toEqual([url, 400]);
  }
  expect((await service.request('GET', `/v1/webhooks/${id}`)).body.url).toBe(body.url);
});
