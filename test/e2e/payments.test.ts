import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { CARDS, cardFrame, payByCard, typeCard } from './card-holder.ts';
import { expectGoodScreen, logIn, type Registration, register, spoilSession } from './diver.ts';
import { listenToApi } from './past-the-page.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);

let browser: LaunchedBrowser;
let page: Page;
let account: Registration;
let config: RuntimeConfig;

beforeAll(async () => {
  browser = await launchBrowser();
  const context = await browser.browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  config = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
});

afterAll(() => browser?.close());

const alert = (text: string) => page.getByRole('alert').getByText(text, { exact: true });
const packages = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const custom = () => page.getByLabel('Or your own depth, in metres');
const payButton = () => page.locator('button[type=submit]');
const price = () => page.locator('.summary__price dd').textContent();
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

  it('shows what depth is good for, and begins with 100 metres by card', async () => {
    for (const heading of ['Greater Visibility', 'More Connections', 'Fast Progress']) {
      await page.getByRole('heading', { name: heading }).waitFor();
    }
    for (const [name, amount] of [
      ['100m \\$1', '$1.00'],
      ['1000m \\$10', '$10.00'],
      ['10000m \\$100', '$100.00'],
    ] as const) {
      await packages(`${name} `).check({ force: true });
      expect(await price()).toBe(amount);
      expect(await payButton().textContent()).toBe(`Pay ${amount}`);
    }
    await page.reload();
    await ready();
    expect(await packages('100m').isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Credit Card' }).isChecked()).toBe(true);
    expect(await page.getByText('Your current depth: 0.00m').isVisible()).toBe(true);
    await expectGoodScreen(page, 'payments');
  });

  it('is linked between Messages and Profile', async () => {
    const links = await page.locator('.navigation__links a').allTextContents();
    const names = links.map((name) => name.trim());
    expect(names.slice(-3, -1)).toEqual([expect.stringMatching(/^Messages/), 'Ascend']);
    expect(names.at(-1)).toContain('Profile');
  });

  it('says that it loads the profile, for as long as it does', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/me$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByText('Loading your profile...').waitFor();
    answer();
    await ready();
    await page.unroute(/\/api\/me$/);
  });
});

describe('a depth of one’s own', () => {
  it.each([
    ['250.5', '$2.51'],
    ['49.5', '$0.50'],
    ['10000', '$100.00'],
  ])('of %s metres costs %s', async (text, amount) => {
    await custom().fill(text);
    expect(await price()).toBe(amount);
  });

  it.each(['', '-5', '0'])('is ignored when it reads "%s"', async (text) => {
    await packages('1000m').check({ force: true });
    await custom().fill(text);
    expect(await price()).toBe('$10.00');
    expect(await packages('1000m').isChecked()).toBe(true);
    await custom().press('Tab');
    expect(await custom().inputValue()).toBe('');
  });

  it.each([
    ['0.25', 'Depth comes in steps of 0.1m. Please choose another one.'],
    ['10000.1', 'One purchase lifts you by 10000m at most. Please choose less.'],
    ['49.4', /^Card payments start at \$0\.50\. Please choose at least 49\.5m/],
  ])('of %s metres is explained, and nothing is sent', async (text, sentence) => {
    await custom().fill(text);
    await page.getByRole('alert').getByText(sentence).waitFor();
    // What is not for sale has no price.
    expect(await payButton().textContent()).toBe('Pay');
    const calls = listenToApi(page);
    await typeCard(page, CARDS.good);
    await payButton().click();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('customDepth');
    await custom().press('Enter');
    expect(calls).toEqual([]);
    expect(await custom().inputValue()).toBe(text);
    if (text === '49.4') await expectGoodScreen(page, 'payments-below-minimum');
  });
});

describe('a payment that cannot be begun', () => {
  it('is not begun without Stripe’s script, which is loaded when it can be', async () => {
    const script = config.stripe!.scriptUrl;
    await page.route(script, (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Load it again' }).waitFor();
    const calls = listenToApi(page);
    await payButton().click();
    await alert('Stripe.js has not yet loaded').waitFor();
    expect(calls).toEqual([]);
    await expectGoodScreen(page, 'payments-no-stripe');
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
    await spoilSession(page);
    await payByCard(page, CARDS.good);
    await page.getByText('Please log in to purchase depth and access more content.').waitFor();
    await expectGoodScreen(page, 'payments-signed-out');
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await logIn(page, account);
    await page.waitForURL('**/payments');
    await ready();
    expect(await packages('100m').isChecked()).toBe(true);
  });
});
