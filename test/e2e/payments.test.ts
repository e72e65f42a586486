/** Tests of payments that can't start: a script is missing, a method is unavailable, or the session has expired. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { recordApiCalls } from './support/api-calls.ts';
import { CARDS, cardFrame, payByCard } from './support/card-form.ts';
import {
  invalidateSession,
  logIn,
  openOwnProfile,
  openPage,
  type Registration,
  register,
} from './support/member-browser.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);

let launchedBrowser: LaunchedBrowser;
let page: Page;
let account: Registration;
let config: RuntimeConfig;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openPage(launchedBrowser.browser);
  config = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
});

afterAll(() => launchedBrowser?.close());

const alert = (text: string) => page.getByRole('alert').getByText(text, { exact: true });
const packageOption = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const payButton = () => page.locator('button[type=submit]');
const waitForCardField = () => cardFrame(page).locator('[name=cardnumber]').waitFor();

/** Responses without a payment intent, and the explanation that the page shows. */
const FAILED_INTENTS = [
  [
    {
      status: 503,
      json: {
        success: false,
        code: 'PaymentsUnavailable',
        params: { reason: 'not-set-up', method: 'stripe' },
        error: '',
        requestId: 'r',
      },
    },
    "Card payments aren't set up on this site.",
  ],
  [{ status: 502, body: '<html>Bad Gateway</html>' }, undefined],
  [{ status: 200, json: { success: true } }, undefined],
] as const;

// All tests run in order, because they continue on the Ascend screen that the first one opens.
describe('Ascend screen', () => {
  it('loads the providers’ scripts on the Ascend screen only', async () => {
    const providerRequests: string[] = [];
    page.on('request', (request) => {
      const requestUrl = request.url();
      if (requestUrl === config.stripe?.scriptUrl || requestUrl.startsWith(config.paypal?.sdkBaseUrl ?? ' ')) {
        providerRequests.push(`${new URL(page.url()).pathname} loads ${new URL(requestUrl).pathname}`);
      }
    });

    await page.goto(`${url}/payments`);
    await page.waitForURL('**/login');
    account = await register(page, url, `Pia ${mark}`);

    for (const name of ['Files', 'Upload', 'Search', 'Messages']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await openOwnProfile(page);
    await page.getByRole('heading', { level: 1 }).waitFor();

    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('link', { name: 'Ascend Faster' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ascend Faster' }).waitFor();
    await waitForCardField();

    expect(providerRequests).toEqual([`/payments loads ${new URL(config.stripe!.scriptUrl).pathname}`]);

    page.removeAllListeners('request');
  });
});

describe('payment that cannot start', () => {
  it('shows an error with a button that loads Stripe’s missing script again', async () => {
    const scriptUrl = config.stripe!.scriptUrl;
    await page.route(scriptUrl, (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Load again' }).waitFor();

    const calls = recordApiCalls(page);

    await payButton().click();
    await alert('Stripe.js has not yet loaded').waitFor();

    expect(await page.getByText('Stripe.js has not yet loaded').count()).toBe(1);
    expect(calls).toEqual([]);

    await page.unroute(scriptUrl);
    await page.getByRole('button', { name: 'Load again' }).click();
    await waitForCardField();
    // The page removes the error together with its cause.
    await alert('Stripe.js has not yet loaded').waitFor({ state: 'detached' });
  });

  it.each(FAILED_INTENTS)('shows an error when no payment intent is created', async (response, detail) => {
    const createIntentUrl = /\/stripe\/create-payment-intent$/;
    await page.route(createIntentUrl, (route) => route.fulfill(response));

    await payByCard(page, CARDS.valid);
    await alert('Failed to create payment intent').waitFor();
    if (detail) await alert(detail).waitFor();

    await page.unroute(createIntentUrl);
  });

  it('shows which payment methods are unavailable', async () => {
    const configUrl = `${url}/config.json`;
    await page.route(configUrl, (route) =>
      route.fulfill({ json: { ...config, stripe: undefined, paypal: undefined } }),
    );
    await page.reload();

    await page.getByText("Card payments aren't available here.").waitFor();
    await page.getByRole('radio', { name: 'PayPal' }).check({ force: true });
    await page.getByText("PayPal isn't available here.").waitFor();

    await page.unroute(configUrl);
  });

  it('returns to the form after a login when the session has expired', async () => {
    await page.reload();
    await waitForCardField();
    await invalidateSession(page);
    await payByCard(page, CARDS.valid);
    await page.getByText('Please log in to purchase depth and access more content.').waitFor();

    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await logIn(page, account);
    await page.waitForURL('**/payments');
    await waitForCardField();

    expect(await packageOption('100m').isChecked()).toBe(true);
  });
});
