import { bodyOf, webhookFormRules } from './webhook-form.ts';

describe('the form of an endpoint', () => {
  it.each([
    ['https://crm.example.com/hooks', true],
    ['  https://crm.example.com/hooks ', true],
    ['http://crm.example.com/hooks', false],
    ['crm.example.com/hooks', false],
    ['', false],
  ])('takes the address %j: %s', (url, taken) => {
    expect(webhookFormRules.url(url) === null).toBe(taken);
  });

  it('wants an event', () => {
    expect(webhookFormRules.events([])).not.toBeNull();
    expect(webhookFormRules.events(['call.ended'])).toBeNull();
  });

  it('sends no description that is empty', () => {
    expect(bodyOf({ url: ' https://a.example/ ', description: '  ', events: ['call.ended'] })).toEqual({
      url: 'https://a.example/',
      description: null,
      events: ['call.ended'],
    });
  });
});
