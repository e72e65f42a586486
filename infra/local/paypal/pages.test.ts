/** Tests of what browsers load from the local PayPal: the SDK's script, and the pages in its frames. */
import { describe, expect, it } from 'vitest';
import { openPayPal } from './fixture.ts';

/** Fetches the SDK script with valid parameters, except for those in `query`. */
const fetchScript = (sdkBaseUrl: string, query: Record<string, string>) =>
  fetch(
    `${sdkBaseUrl}?${new URLSearchParams({ currency: 'USD', intent: 'capture', components: 'buttons', ...query })}`,
  );

describe('GET /sdk/js', () => {
  it('serves the script for its client ID', async () => {
    const { paypal } = await openPayPal();

    const response = await fetchScript(paypal.sdkBaseUrl, { 'client-id': paypal.clientId });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/javascript; charset=utf-8',
    ]);

    const code = await response.text();
    // Compiles the script, but doesn't run it.
    expect(() => new Function(code)).not.toThrow();
    expect(code).toContain('getFundingSources');
  });

  it('serves a script that throws for another client ID', async () => {
    const { paypal } = await openPayPal();

    const response = await fetchScript(paypal.sdkBaseUrl, { 'client-id': 'another' });

    expect(response.status).toBe(400);
    expect(new Function(await response.text())).toThrow('client-id not recognized');
  });

  it.each<Record<string, string>>([{ components: 'hosted-fields' }, { intent: 'authorize' }])(
    'serves a script that throws for the unsupported parameter %j',
    async (query) => {
      const { paypal } = await openPayPal();

      const response = await fetchScript(paypal.sdkBaseUrl, { 'client-id': paypal.clientId, ...query });

      expect(response.status).toBe(400);
      expect(new Function(await response.text())).toThrow('SDK Validation error');
    },
  );
});

describe('pages in frames', () => {
  it('serves every file that a page loads, and forbids files of other origins', async () => {
    const { paypal, merchant } = await openPayPal();
    const { body } = await merchant.createOrder('created');

    for (const path of ['/sdk/button', `/checkoutnow?token=${body.id}`]) {
      const page = await fetch(`${paypal.origin}${path}`);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");

      const files = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file);
      expect(files).toHaveLength(2);

      for (const file of files) expect((await fetch(`${paypal.origin}${file}`)).status, file).toBe(200);
    }
  });

  it('escapes the description of the order', async () => {
    const { paypal, merchant } = await openPayPal();
    const amount = { currency_code: 'USD', value: '1234.5' };
    const { body } = await merchant.createOrder('created', { description: '<img src=x> & "more"', amount });

    const page = await (await fetch(`${paypal.origin}/checkoutnow?token=${body.id}`)).text();

    expect(page).toContain('$1,234.50');
    expect(page).toContain('&#60;img src=x&#62; &#38; &#34;more&#34;');
    expect(page).not.toMatch(/<img|\{\{/);
  });

  it('shows an error for paid and unknown orders', async () => {
    const { paypal, merchant } = await openPayPal();
    const paidOrder = await merchant.createOrder('paid');

    // Every object has a property "constructor", so a careless lookup would find it.
    for (const token of [paidOrder.body.id, 'X', 'constructor', '']) {
      const page = await fetch(`${paypal.origin}/checkoutnow?token=${token}`);
      expect([page.status, await page.text()], token).toEqual([404, expect.stringContaining('Something went wrong')]);
    }
  });
});

describe('POST /checkoutnow/approve', () => {
  const approve = (origin: string, orderId: string, pageOrigin: string) =>
    fetch(`${origin}/checkoutnow/approve?token=${orderId}`, { method: 'POST', headers: { origin: pageOrigin } });

  it('approves an order for a page of the same origin', async () => {
    const { paypal, merchant } = await openPayPal();
    const { body } = await merchant.createOrder('created');

    const response = await approve(paypal.origin, body.id, paypal.origin);

    expect(await response.json()).toEqual({ orderID: body.id, payerID: expect.stringMatching(/^[A-Z0-9]{13}$/) });
    expect((await merchant.get(`/v2/checkout/orders/${body.id}`)).body.status).toBe('APPROVED');
    expect(paypal.events.map(({ type }) => type)).toEqual(['CHECKOUT.ORDER.APPROVED']);
  });

  it('rejects other origins and leaves the order as it is', async () => {
    const { paypal, merchant } = await openPayPal();
    const { body } = await merchant.createOrder('created');

    expect((await approve(paypal.origin, body.id, 'http://localhost:1')).status).toBe(403);
    expect((await merchant.get(`/v2/checkout/orders/${body.id}`)).body.status).toBe('CREATED');
  });
});
