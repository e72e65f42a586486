import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { recordApiCalls, recordedDepth } from './support/api-calls.ts';
import { openPage, register, shownDepth } from './support/member-browser.ts';
import { checkScreen } from './support/screen-check.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);
const CREATE = /\/paypal\/create-order$/;
const PROCESS = /\/paypal\/process-purchase$/;

let browser: LaunchedBrowser;
let page: Page;
let config: RuntimeConfig;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser.browser);
  config = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  await register(page, url, `Pau ${mark}`);
});

afterAll(() => browser?.close());

const method = (name: string) => page.getByRole('radio', { name });
const yellowButton = () => page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'PayPal' });
const checkout = () => page.frameLocator('iframe[title="PayPal checkout"]');
const payNow = () => checkout().getByRole('button', { name: 'Pay now' });
const banner = () => page.getByText(/^Payment successful!/);
const custom = () => page.getByLabel('Or your own depth, in metres');
const refusal = (status: number, code: string, error: string) => ({
  status,
  json: { success: false, code, error, requestId: 'r' },
});

/** Stands on the Ascend screen, with PayPal chosen. */
async function choosePayPal(): Promise<void> {
  await page.goto(`${url}/payments`);
  await method('PayPal').check({ force: true });
  await yellowButton().waitFor();
}

/** What the page asks PayPal's orders for from now on. */
function orderKeys(): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (CREATE.test(request.url()) && request.method() === 'POST') keys.push(request.postDataJSON().idempotencyKey);
  });
  return keys;
}

describe('paying with PayPal', () => {
  it('asks for PayPal’s script once it is chosen', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(config.paypal!.sdkBaseUrl)) asked.push(request.url());
    });
    await page.goto(`${url}/payments`);
    await page.locator('iframe[title*="card" i]').waitFor();
    expect(asked.filter((address) => address.includes('client-id'))).toEqual([]);
    await method('PayPal').check({ force: true });
    await yellowButton().waitFor();
    expect(asked.filter((address) => address.includes('client-id'))).toHaveLength(1);
  });

  it('lifts its member without a reload, says so, and begins anew with 100 metres', async () => {
    await page.evaluate('window.neverReloaded = true');
    await custom().fill('10.4');
    await yellowButton().click();
    await checkout().getByText('$0.10', { exact: false }).first().waitFor();
    expect(await custom().isDisabled()).toBe(true);
    await page.getByText('Processing...').waitFor();
    await payNow().click();
    await banner().waitFor();
    expect(await banner().textContent()).toContain('10.4m');
    await expect.poll(() => shownDepth(page)).toBe(10.4);
    expect(await page.getByRole('radio', { name: /^100m/ }).isChecked()).toBe(true);
    expect(await method('PayPal').isChecked()).toBe(true);
    await banner().waitFor({ state: 'detached' });
    expect(await page.evaluate('window.neverReloaded')).toBe(true);
  });

  it('leaves everything as it was when the member changes their mind, and goes on with the same order', async () => {
    const keys = orderKeys();
    await custom().fill('20');
    await yellowButton().click();
    await checkout().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('PayPal was closed. Nothing has been paid.').waitFor();
    expect(await custom().inputValue()).toBe('20');
    expect(await custom().isEnabled()).toBe(true);
    await yellowButton().click();
    await payNow().click();
    await banner().waitFor();
    await expect.poll(() => shownDepth(page)).toBe(30.4);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  it('takes less than a card does, but not nothing', async () => {
    await custom().fill('0.4');
    await page.getByText('PayPal payments start at $0.01. Please choose at least 0.5m.').waitFor();
    const calls = recordApiCalls(page);
    await yellowButton().click({ force: true });
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('customDepth');
    expect(calls).toEqual([]);
    await custom().fill('0.5');
    expect(await page.locator('.summary__price dd').textContent()).toBe('$0.01');
    await method('Credit Card').check({ force: true });
    await page.getByText('Card payments start at $0.50. Please choose at least 49.5m, or pay with PayPal.').waitFor();
  });
});

describe('a payment that PayPal does not simply take', () => {
  it('says what the server has refused, and can be tried again', async () => {
    await choosePayPal();
    await page.route(CREATE, (route) => route.fulfill(refusal(503, 'PaymentsUnavailable', 'Not now.')));
    await yellowButton().click();
    await page.getByRole('alert').getByText('PayPal Payment Failed: Not now.', { exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
    await page.unroute(CREATE);
    await yellowButton().click();
    await checkout().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('PayPal was closed.').waitFor();
  });

  it('is another order after one that was declined', async () => {
    const keys = orderKeys();
    const before = await recordedDepth(page);
    const declined = refusal(402, 'PaymentDeclined', 'PayPal could not charge your account.');
    await page.route(PROCESS, (route) => route.fulfill(declined), { times: 1 });
    await yellowButton().click();
    await payNow().click();
    await page.getByText('PayPal Payment Failed: PayPal could not charge your account.').waitFor();
    await yellowButton().click();
    await payNow().waitFor();
    expect(keys).toHaveLength(2);
    expect(keys[1]).not.toBe(keys[0]);
    await checkout().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('PayPal was closed.').waitFor();
    // The page alone was told so: PayPal has told the server that the order is approved.
    await expect.poll(() => recordedDepth(page)).toBe(before + 100);
  });

  it('says that it is being reviewed, and its depth arrives by itself', async () => {
    const before = await recordedDepth(page);
    const pending = { success: true, status: 'pending', depth: before };
    await page.route(PROCESS, (route) => route.fulfill({ json: pending }), { times: 1 });
    await yellowButton().click();
    await payNow().click();
    await page.getByText('Your payment is being reviewed.').waitFor();
    expect(await banner().count()).toBe(0);
    await expect.poll(() => shownDepth(page)).toBe(before + 100);
    await checkScreen(page, 'payments-reviewed');
  });
});

describe('an approved payment whose answer is lost', () => {
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };

  it('is asked for again, and counts once', async () => {
    await choosePayPal();
    const before = await recordedDepth(page);
    await page.route(PROCESS, loseAnswer, { times: 1 });
    await yellowButton().click();
    await payNow().click();
    await banner().waitFor();
    await expect.poll(() => shownDepth(page)).toBe(before + 100);
    expect(await recordedDepth(page)).toBe(before + 100);
  });

  it('can be finished later, without another approval', async () => {
    const before = await recordedDepth(page);
    await page.route(PROCESS, (route) => route.abort());
    await yellowButton().click();
    await payNow().click();
    await page.getByText('PayPal Payment Failed: Fathom cannot be reached.').waitFor();
    await page.getByText('You have approved $1.00 for 100m').waitFor();
    await checkScreen(page, 'payments-unfinished');
    await page.unroute(PROCESS);
    await page.getByRole('button', { name: 'Finish the payment' }).click();
    await banner().waitFor();
    await expect.poll(() => recordedDepth(page)).toBe(before + 100);
    await yellowButton().waitFor();
  });
});

describe('PayPal’s script', () => {
  it('that cannot be loaded is told, and loaded when it can be', async () => {
    const script = (address: URL) => address.href.startsWith(`${config.paypal!.sdkBaseUrl}?`);
    await page.route(script, (route) => route.abort());
    await page.goto(`${url}/payments`);
    await method('PayPal').check({ force: true });
    await page.getByText('PayPal could not be loaded.').waitFor();
    await page.unroute(script);
    await page.getByRole('button', { name: 'Retry' }).click();
    await yellowButton().waitFor();
  });
});
