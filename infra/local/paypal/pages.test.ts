import { describe, expect, it } from 'vitest';
import { open } from './fixture.ts';

const script = (sdkBaseUrl: string, query: Record<string, string>) =>
  fetch(
    `${sdkBaseUrl}?${new URLSearchParams({ currency: 'USD', intent: 'capture', components: 'buttons', ...query })}`,
  );

describe('the script for browsers', () => {
  it('is for the application alone', async () => {
    const { paypal } = await open();
    const own = await script(paypal.sdkBaseUrl, { 'client-id': paypal.clientId });
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'application/javascript; charset=utf-8']);
    const code = await own.text();
    expect(() => new Function(code)).not.toThrow();
    expect(code).toContain('getFundingSources');
    const other = await script(paypal.sdkBaseUrl, { 'client-id': 'another' });
    expect(other.status).toBe(400);
    expect(new Function(await other.text())).toThrow('client-id not recognized');
  });

  it.each<Record<string, string>>([{ components: 'hosted-fields' }, { intent: 'authorize' }])(
    'is not made for %j',
    async (query) => {
      const { paypal } = await open();
      const response = await script(paypal.sdkBaseUrl, { 'client-id': paypal.clientId, ...query });
      expect(response.status).toBe(400);
      expect(new Function(await response.text())).toThrow('SDK Validation error');
    },
  );
});

describe('the pages in frames', () => {
  it('load their own files, and no others', async () => {
    const { paypal, merchant } = await open();
    const { body } = await merchant.order('begun');
    for (const path of ['/sdk/button', `/checkoutnow?token=${body.id}`]) {
      const page = await fetch(`${paypal.origin}${path}`);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      const files = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file);
      expect(files).toHaveLength(2);
      for (const file of files) expect((await fetch(`${paypal.origin}${file}`)).status, file).toBe(200);
    }
  });

  it('show what is bought as text, whatever it is', async () => {
    const { paypal, merchant } = await open();
    const amount = { currency_code: 'USD', value: '1234.5' };
    const { body } = await merchant.order('begun', { description: '<img src=x> & "more"', amount });
    const page = await (await fetch(`${paypal.origin}/checkoutnow?token=${body.id}`)).text();
    expect(page).toContain('$1,234.50');
    expect(page).toContain('&#60;img src=x&#62; &#38; &#34;more&#34;');
    expect(page).not.toMatch(/<img|\{\{/);
  });

  it('say so when there is nothing to agree to', async () => {
    const { paypal, merchant } = await open();
    const paid = await merchant.order('paid');
    for (const token of [paid.body.id, 'X', 'constructor', '']) {
      const page = await fetch(`${paypal.origin}/checkoutnow?token=${token}`);
      expect([page.status, await page.text()], token).toEqual([404, expect.stringContaining('Something went wrong')]);
    }
  });
});

describe('agreeing to an order', () => {
  const agree = (origin: string, id: string, from: string) =>
    fetch(`${origin}/checkoutnow/approve?token=${id}`, { method: 'POST', headers: { origin: from } });

  it('is for the page of the stand-in', async () => {
    const { paypal, merchant } = await open();
    const { body } = await merchant.order('begun');
    const response = await agree(paypal.origin, body.id, paypal.origin);
    expect(await response.json()).toEqual({ orderID: body.id, payerID: expect.stringMatching(/^[A-Z0-9]{13}$/) });
    expect((await merchant.get(`/v2/checkout/orders/${body.id}`)).body.status).toBe('APPROVED');
    expect(paypal.events.map(({ type }) => type)).toEqual(['CHECKOUT.ORDER.APPROVED']);
  });

  it('is for no other page', async () => {
    const { paypal, merchant } = await open();
    const { body } = await merchant.order('begun');
    expect((await agree(paypal.origin, body.id, 'http://localhost:1')).status).toBe(403);
    expect((await merchant.get(`/v2/checkout/orders/${body.id}`)).body.status).toBe('CREATED');
  });
});
