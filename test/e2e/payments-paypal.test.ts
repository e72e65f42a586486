/** Tests of payments with PayPal in the browser. Success is shown only after the server has confirmed the payment. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { fetchDepth, recordApiCalls } from './support/api-calls.ts';
import { openPage, readShownDepth, register } from './support/member-browser.ts';
import { checkScreen } from './support/screen-check.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);

/** The depth of the package that the form offers by default, in metres. */
const PACKAGE_DEPTH = 100;

const CREATE_ORDER_URL = /\/paypal\/create-order$/;
const PROCESS_PURCHASE_URL = /\/paypal\/process-purchase$/;

/** How long the checkout's script is delayed, in milliseconds: longer than a click takes. */
const CHECKOUT_DELAY_MS = 500;

let launchedBrowser: LaunchedBrowser;
let page: Page;
let config: RuntimeConfig;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openPage(launchedBrowser.browser);
  config = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  await register(page, url, `Pau ${mark}`);
});

afterAll(() => launchedBrowser?.close());

const method = (name: string) => page.getByRole('radio', { name });
const paypalButton = () => page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'PayPal' });
const checkout = () => page.frameLocator('iframe[title="PayPal checkout"]');
const payNowButton = () => checkout().getByRole('button', { name: 'Pay now' });
const banner = () => page.getByText(/^Payment successful!/);
const customDepth = () => page.getByLabel('Or your own depth, in metres');

const errorResponse = (status: number, code: string, error: string) => ({
  status,
  json: { success: false, code, error, requestId: 'r' },
});

/** Opens the Ascend screen and selects PayPal. */
async function choosePayPal(): Promise<void> {
  await page.goto(`${url}/payments`);
  await method('PayPal').check({ force: true });
  await paypalButton().waitFor();
}

/** Records the idempotency keys of the orders that the page creates from now on. */
function recordOrderKeys(): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (CREATE_ORDER_URL.test(request.url()) && request.method() === 'POST') {
      keys.push(request.postDataJSON().idempotencyKey);
    }
  });
  return keys;
}

// All tests run in order, because the page stays open, and each payment adds to the depth.
describe('PayPal payment', () => {
  it('loads PayPal’s script when PayPal is selected', async () => {
    const sdkRequests: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(config.paypal!.sdkBaseUrl)) sdkRequests.push(request.url());
    });
    await page.goto(`${url}/payments`);
    await page.locator('iframe[title*="card" i]').waitFor();
    expect(sdkRequests.filter((requestUrl) => requestUrl.includes('client-id'))).toEqual([]);

    await method('PayPal').check({ force: true });
    await paypalButton().waitFor();

    expect(sdkRequests.filter((requestUrl) => requestUrl.includes('client-id'))).toHaveLength(1);
  });

  it('raises the depth without a reload, and resets the form to 100 m', async () => {
    await page.evaluate('window.neverReloaded = true');
    await customDepth().fill('10.4');
    await paypalButton().click();
    await checkout().getByText('$0.10', { exact: false }).first().waitFor();
    expect(await customDepth().isDisabled()).toBe(true);

    await page.getByText('Processing...').waitFor();
    await payNowButton().click();
    await banner().waitFor();

    expect(await banner().textContent()).toContain('10.4m');
    await expect.poll(() => readShownDepth(page)).toBe(10.4);
    expect(await page.getByRole('radio', { name: /^100m/ }).isChecked()).toBe(true);
    expect(await method('PayPal').isChecked()).toBe(true);

    await banner().waitFor({ state: 'detached' });
    expect(await page.evaluate('window.neverReloaded')).toBe(true);
  });

  it('keeps the form when the member cancels, and reuses the order', async () => {
    const depthBefore = await fetchDepth(page);
    const keys = recordOrderKeys();
    await customDepth().fill('20');
    await paypalButton().click();
    await checkout().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText("PayPal was closed. You haven't paid anything.").waitFor();

    expect(await customDepth().inputValue()).toBe('20');
    expect(await customDepth().isEnabled()).toBe(true);

    await paypalButton().click();
    await payNowButton().click();
    await banner().waitFor();

    await expect.poll(() => readShownDepth(page)).toBe(depthBefore + 20);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  it('opens the checkout after a click, even if its script loads slowly', async () => {
    const delay = async (route: Route) => {
      await pause(CHECKOUT_DELAY_MS);
      await route.continue();
    };

    await page.route(/\/sdk\/checkout\.js$/, delay, { times: 1 });
    await paypalButton().click();
    await checkout().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('PayPal was closed.').waitFor();
  });

  it('accepts smaller amounts than cards, from $0.01', async () => {
    await customDepth().fill('0.4');
    await page.getByText('PayPal payments start at $0.01. Choose at least 0.5m.').waitFor();

    const calls = recordApiCalls(page);
    await paypalButton().click({ force: true });

    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('customDepth');
    expect(calls).toEqual([]);

    await customDepth().fill('0.5');
    expect(await page.locator('.summary__price dd').textContent()).toBe('$0.01');

    await method('Credit Card').check({ force: true });
    await page.getByText('Card payments start at $0.50. Choose at least 49.5m, or pay with PayPal.').waitFor();
  });
});

describe('PayPal payment that is not completed immediately', () => {
  it('shows the server error and can be retried', async () => {
    await choosePayPal();
    await page.route(CREATE_ORDER_URL, (route) => route.fulfill(errorResponse(503, 'PaymentsUnavailable', 'Not now.')));
    await paypalButton().click();
    await page.getByRole('alert').getByText('PayPal Payment Failed: Not now.', { exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');

    await page.unroute(CREATE_ORDER_URL);
    await paypalButton().click();
    await checkout().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('PayPal was closed.').waitFor();
  });

  it('creates a new order after a declined payment', async () => {
    const keys = recordOrderKeys();
    const depthBefore = await fetchDepth(page);
    const declinedResponse = errorResponse(402, 'PaymentDeclined', "PayPal couldn't charge your account.");

    await page.route(PROCESS_PURCHASE_URL, (route) => route.fulfill(declinedResponse), { times: 1 });
    await paypalButton().click();
    await payNowButton().click();
    await page.getByText("PayPal Payment Failed: PayPal couldn't charge your account.").waitFor();

    await paypalButton().click();
    await payNowButton().waitFor();

    expect(keys).toHaveLength(2);
    expect(keys[1]).not.toBe(keys[0]);

    await checkout().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('PayPal was closed.').waitFor();

    // Only the page received the error. PayPal's webhook credits the approved order.
    await expect.poll(() => fetchDepth(page)).toBe(depthBefore + PACKAGE_DEPTH);
  });

  it('shows that the payment is being reviewed, and the depth when it is credited', async () => {
    const depthBefore = await fetchDepth(page);
    const pendingResponse = { success: true, status: 'pending', depth: depthBefore };

    await page.route(PROCESS_PURCHASE_URL, (route) => route.fulfill({ json: pendingResponse }), { times: 1 });
    await paypalButton().click();
    await payNowButton().click();
    await page.getByText('Your payment is being reviewed.').waitFor();

    expect(await banner().count()).toBe(0);
    await expect.poll(() => readShownDepth(page)).toBe(depthBefore + PACKAGE_DEPTH);

    await checkScreen(page, 'payments-reviewed');
  });
});

describe('approved PayPal payment with a lost response', () => {
  const loseResponse = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };

  it('requests a PayPal payment again automatically after a lost response, and credits it once', async () => {
    await choosePayPal();
    const depthBefore = await fetchDepth(page);
    await page.route(PROCESS_PURCHASE_URL, loseResponse, { times: 1 });
    await paypalButton().click();
    await payNowButton().click();
    await banner().waitFor();

    await expect.poll(() => readShownDepth(page)).toBe(depthBefore + PACKAGE_DEPTH);
    expect(await fetchDepth(page)).toBe(depthBefore + PACKAGE_DEPTH);
  });

  it('finishes an approved PayPal payment later without another approval', async () => {
    const depthBefore = await fetchDepth(page);
    await page.route(PROCESS_PURCHASE_URL, (route) => route.abort());
    await paypalButton().click();
    await payNowButton().click();
    await page.getByText("PayPal Payment Failed: Couldn't reach Fathom.").waitFor();
    await page.getByText('You approved $1.00 for 100m').waitFor();

    await checkScreen(page, 'payments-unfinished');

    await page.unroute(PROCESS_PURCHASE_URL);
    await page.getByRole('button', { name: 'Finish the payment' }).click();
    await banner().waitFor();
    await expect.poll(() => fetchDepth(page)).toBe(depthBefore + PACKAGE_DEPTH);

    await paypalButton().waitFor();
  });
});

describe('PayPal script', () => {
  it("shows an error with a Retry button when PayPal's script cannot be loaded", async () => {
    const isSdkUrl = (requestUrl: URL) => requestUrl.href.startsWith(`${config.paypal!.sdkBaseUrl}?`);
    await page.route(isSdkUrl, (route) => route.abort());
    await page.goto(`${url}/payments`);
    await method('PayPal').check({ force: true });
    await page.getByText("PayPal couldn't be loaded.").waitFor();

    await page.unroute(isSdkUrl);
    await page.getByRole('button', { name: 'Retry' }).click();
    await paypalButton().waitFor();
  });
});
