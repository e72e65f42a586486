import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { recordApiCalls } from './support/api-calls.ts';
import { CARDS, cardFrame, payByCard } from './support/card-form.ts';
import { invalidateSession, logIn, openPage, type Registration, register } from './support/member-browser.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);

let browser: LaunchedBrowser;
let page: Page;
let account: Registration;
let config: RuntimeConfig;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser.browser);
  config = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
});

afterAll(() => browser?.close());

const alert = (text: string) => page.getByRole('alert').getByText(text, { exact: true });
const packages = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const payButton = () => page.locator('button[type=submit]');
const ready = () => cardFrame(page).locator('[name=cardnumber]').waitFor();

describe('the Ascend screen', () => {
  it('asks nobody for a provider’s script but who is on it', async () => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      const address = request.url();
      if (address === config.stripe?.scriptUrl || address.startsWith(config.paypal?.sdkBaseUrl ?? ' ')) {
        foreign.push(`${new URL(page.url()).pathname} asked for ${new URL(address).pathname}`);
      }
    });
    await page.goto(`${url}/payments`);
    await page.waitForURL('**/login');
    account = await register(page, url, `Pia ${mark}`);
    for (const name of ['Files', 'Upload', 'Search', 'Messages', 'Profile']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('link', { name: 'Ascend Faster' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ascend Faster' }).waitFor();
    await ready();
    expect(foreign).toEqual(['/payments asked for /endive/stripe.js']);
    page.removeAllListeners('request');
  });
});

describe('a payment that cannot be begun', () => {
  it('is not begun without Stripe’s script, which is loaded when it can be', async () => {
    const script = config.stripe!.scriptUrl;
    await page.route(script, (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Load it again' }).waitFor();
    const calls = recordApiCalls(page);
    await payButton().click();
    await alert('Stripe.js has not yet loaded').waitFor();
    expect(calls).toEqual([]);
    await page.unroute(script);
    await page.getByRole('button', { name: 'Load it again' }).click();
    await ready();
  });

  it.each([
    [
      { status: 503, json: { success: false, code: 'PaymentsUnavailable', error: 'Not now.', requestId: 'r' } },
      'Not now.',
    ],
    [{ status: 502, body: '<html>Bad Gateway</html>' }, undefined],
    [{ status: 200, json: { success: true } }, undefined],
  ])('says that there is no intent', async (answer, detail) => {
    const begin = /\/stripe\/create-payment-intent$/;
    await page.route(begin, (route) => route.fulfill(answer));
    await payByCard(page, CARDS.good);
    await alert('Failed to create payment intent').waitFor();
    if (detail) await alert(detail).waitFor();
    await page.unroute(begin);
  });

  it('says which way to pay there is not', async () => {
    const settings = `${url}/config.json`;
    await page.route(settings, (route) => route.fulfill({ json: { ...config, stripe: undefined, paypal: undefined } }));
    await page.reload();
    await page.getByText('Card payments are not available here.').waitFor();
    await page.getByRole('radio', { name: 'PayPal' }).check({ force: true });
    await page.getByText('PayPal is not available here.').waitFor();
    await page.unroute(settings);
  });

  it('asks whoever is not signed in any more to log in, and leads back', async () => {
    await page.reload();
    await ready();
    await invalidateSession(page);
    await payByCard(page, CARDS.good);
    await page.getByText('Please log in to purchase depth and access more content.').waitFor();
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await logIn(page, account);
    await page.waitForURL('**/payments');
    await ready();
    expect(await packages('100m').isChecked()).toBe(true);
  });
});
