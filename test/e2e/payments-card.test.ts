/**
 * Tests of card payments in the browser: declines, 3-D Secure, lost responses, and double clicks. A card is charged
 * once.
 */
import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { fetchDepth, recordApiCalls } from './support/api-calls.ts';
import { CARDS, cardFrame, payByCard, typeCard } from './support/card-form.ts';
import { openPage, readShownDepth, register } from './support/member-browser.ts';
import { checkScreen } from './support/screen-check.ts';

/** How many times the page sends a request whose response is lost. */
const MAX_ATTEMPTS = 3;

/** The depth that the first payment buys, in metres. */
const OWN_DEPTH = 120;

/** The depth of the package that the form offers by default, in metres. Every later payment buys it. */
const PACKAGE_DEPTH = 100;

const CREATE_INTENT_URL = /\/stripe\/create-payment-intent$/;

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);

let launchedBrowser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openPage(launchedBrowser.browser);
  await register(page, url, `Karl ${mark}`);
  await page.goto(`${url}/payments`);
  await waitForCardField();
});

afterAll(() => launchedBrowser?.close());

const banner = () => page.getByText(/^Payment successful!/);
const alert = (text: string) => page.getByRole('alert').getByText(text, { exact: true });
const packageOption = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const customDepth = () => page.getByLabel('Or your own depth, in metres');
const payButton = () => page.locator('button[type=submit]');

/** The frame in which the bank asks the member to confirm the payment. */
const bankFrame = () => page.frameLocator('iframe[title*="3D Secure"]');
const waitForCardField = () => cardFrame(page).locator('[name=cardnumber]').waitFor();

// These tests depend on their order: each payment adds to the depth.
describe('card payment', () => {
  const DECLINED_CARDS = [
    ['declined', CARDS.declined, 'Stripe Error: Your card was declined.'],
    ['out of funds', CARDS.insufficientFunds, 'Stripe Error: Your card has insufficient funds.'],
  ] as const;

  it.each(DECLINED_CARDS)(
    'shows an error for a card that is %s and keeps the chosen depth',
    async (_name, number, text) => {
      await customDepth().fill(String(OWN_DEPTH));
      await payByCard(page, number);
      await alert(text).waitFor();

      expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
      expect(await customDepth().inputValue()).toBe(String(OWN_DEPTH));
      expect(await fetchDepth(page)).toBe(0);

      if (number === CARDS.declined) await checkScreen(page, 'payments-declined');
    },
  );

  it('raises the depth without a reload, and resets the form to 100 m', async () => {
    await page.evaluate('window.neverReloaded = true');

    await page.route(CREATE_INTENT_URL, async (route) => {
      const response = await route.fetch();
      await expect.poll(() => payButton().textContent()).toBe('Processing...');
      expect(await packageOption('100m').isDisabled()).toBe(true);
      expect(await customDepth().isDisabled()).toBe(true);
      expect(await page.getByRole('radio', { name: 'PayPal' }).isDisabled()).toBe(true);
      expect(await payButton().getAttribute('aria-disabled')).toBe('true');

      await route.fulfill({ response });
    });

    await payByCard(page, CARDS.valid);
    await banner().waitFor();

    expect(await banner().textContent()).toContain(`${OWN_DEPTH}m`);
    expect(await packageOption('100m').isChecked()).toBe(true);
    expect(await customDepth().inputValue()).toBe('');
    await expect.poll(() => readShownDepth(page)).toBe(OWN_DEPTH);

    await page.getByText(`Your current depth: ${OWN_DEPTH}.00m`).waitFor();
    await page.unroute(CREATE_INTENT_URL);
    await checkScreen(page, 'payments-success');

    await banner().waitFor({ state: 'detached' });
    expect(await page.evaluate('window.neverReloaded')).toBe(true);
  });

  it('makes a card payment once when the button is clicked twice', async () => {
    const depthBefore = await fetchDepth(page);
    const calls = recordApiCalls(page);
    await typeCard(page, CARDS.valid);
    await payButton().dblclick();
    await banner().waitFor();

    await expect.poll(() => readShownDepth(page)).toBe(depthBefore + PACKAGE_DEPTH);
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /stripe/create-payment-intent']);
  });

  it('uses the same idempotency key when retried after lost responses', async () => {
    const depthBefore = await fetchDepth(page);
    const keys: string[] = [];
    await page.route(CREATE_INTENT_URL, async (route) => {
      keys.push(route.request().postDataJSON().idempotencyKey);
      if (keys.length > MAX_ATTEMPTS) return route.continue();

      await route.fetch();
      return route.abort();
    });

    await payByCard(page, CARDS.valid);
    await page.getByRole('alert').getByText("Payment Failed: Couldn't reach Fathom.").waitFor();

    await payButton().click();
    await banner().waitFor();
    await expect.poll(() => readShownDepth(page)).toBe(depthBefore + PACKAGE_DEPTH);

    await payByCard(page, CARDS.declined);
    await alert('Stripe Error: Your card was declined.').waitFor();

    // The attempts of the page, the member's retry, and the next purchase.
    expect(keys).toHaveLength(MAX_ATTEMPTS + 2);
    expect(new Set(keys.slice(0, -1)).size).toBe(1);
    expect(keys.at(-1)).not.toBe(keys[0]);

    await page.unroute(CREATE_INTENT_URL);
  });

  it('charges a card once when the confirmation response is lost and the member retries', async () => {
    const depthBefore = await fetchDepth(page);
    const confirmUrl = /\/v1\/payment_intents\/\w+\/confirm/;
    const loseResponse = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(confirmUrl, loseResponse, { times: 1 });

    await payByCard(page, CARDS.valid);
    await page
      .getByRole('alert')
      .getByText(/^Stripe Error: /)
      .waitFor();
    await expect.poll(() => readShownDepth(page)).toBe(depthBefore + PACKAGE_DEPTH);

    await payButton().click();
    await banner().waitFor();

    expect(await page.getByText('Your new depth is on its way...').count()).toBe(0);
    expect(await fetchDepth(page)).toBe(depthBefore + PACKAGE_DEPTH);
  });

  it('starts no payment with an incomplete card number', async () => {
    await page.reload();
    await waitForCardField();
    const calls = recordApiCalls(page);

    await cardFrame(page).locator('[name=cardnumber]').fill('4242');
    await payButton().click();
    await page
      .getByRole('alert')
      .getByText(/number/)
      .waitFor();

    expect(calls).toEqual([]);
  });

  it('shows an error and credits nothing when 3-D Secure fails', async () => {
    const depthBefore = await fetchDepth(page);
    await payByCard(page, CARDS.requiresAuthentication);
    await bankFrame().getByRole('button', { name: 'Fail' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Stripe Error: We are unable to authenticate/)
      .waitFor();

    expect(await fetchDepth(page)).toBe(depthBefore);
  });

  it('raises the depth when 3-D Secure succeeds', async () => {
    const depthBefore = await fetchDepth(page);
    await payByCard(page, CARDS.requiresAuthentication);
    await bankFrame().getByRole('button', { name: 'Complete' }).click();
    await banner().waitFor();

    await expect.poll(() => readShownDepth(page)).toBe(depthBefore + PACKAGE_DEPTH);
  });

  it('raises the depth without a socket', async () => {
    const ticketUrl = /\/api\/sockets\/ticket$/;
    await page.route(ticketUrl, (route) => route.abort());
    await page.reload();
    const depthBefore = await fetchDepth(page);

    await payByCard(page, CARDS.valid);
    await banner().waitFor();
    await page.getByText('Your new depth is on its way...').waitFor();
    await expect.poll(() => readShownDepth(page)).toBe(depthBefore + PACKAGE_DEPTH);

    await page.getByText('Your new depth is on its way...').waitFor({ state: 'detached' });
    await page.unroute(ticketUrl);
  });

  it('requires confirmation before the page is left during a payment', async () => {
    await page.route(CREATE_INTENT_URL, () => {});
    await payByCard(page, CARDS.valid);
    await page.getByRole('link', { name: 'Files', exact: true }).click();

    const dialog = page.getByRole('dialog', { name: 'A payment is in progress. Leave this page?' });
    await dialog.getByRole('button', { name: 'Stay on this page' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/payments');

    page.once('dialog', (confirmation) => void confirmation.accept());
    await page.reload();
    await waitForCardField();
    // Stops the interception only now: a request that starts at the same time can hang.
    await page.unroute(CREATE_INTENT_URL);
  });
});
