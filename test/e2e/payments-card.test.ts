import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { recordApiCalls, recordedDepth } from './support/api-calls.ts';
import { CARDS, cardFrame, payByCard, typeCard } from './support/card-form.ts';
import { openPage, register, shownDepth } from './support/member-browser.ts';
import { checkScreen } from './support/screen-check.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);

let browser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser.browser);
  await register(page, url, `Karl ${mark}`);
  await page.goto(`${url}/payments`);
  await ready();
});

afterAll(() => browser?.close());

const banner = () => page.getByText(/^Payment successful!/);
const alert = (text: string) => page.getByRole('alert').getByText(text, { exact: true });
const packages = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const custom = () => page.getByLabel('Or your own depth, in metres');
const payButton = () => page.locator('button[type=submit]');
const ready = () => cardFrame(page).locator('[name=cardnumber]').waitFor();

describe('a card payment', () => {
  const failures = [
    ['declined', CARDS.declined, 'Stripe Error: Your card was declined.'],
    ['empty', CARDS.empty, 'Stripe Error: Your card has insufficient funds.'],
  ] as const;

  it.each(failures)('by a card that is %s says so, and loses nothing that was chosen', async (_name, number, text) => {
    await custom().fill('120');
    await payByCard(page, number);
    await alert(text).waitFor();
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
    expect(await custom().inputValue()).toBe('120');
    expect(await recordedDepth(page)).toBe(0);
    if (number === CARDS.declined) await checkScreen(page, 'payments-declined');
  });

  it('lifts its member without a reload, says so, and begins anew with 100 metres', async () => {
    await page.evaluate('window.neverReloaded = true');
    const held = /\/stripe\/create-payment-intent$/;
    await page.route(held, async (route) => {
      const answer = await route.fetch();
      await expect.poll(() => payButton().textContent()).toBe('Processing...');
      expect(await packages('100m').isDisabled()).toBe(true);
      expect(await custom().isDisabled()).toBe(true);
      expect(await page.getByRole('radio', { name: 'PayPal' }).isDisabled()).toBe(true);
      expect(await payButton().getAttribute('aria-disabled')).toBe('true');
      await route.fulfill({ response: answer });
    });
    await payByCard(page, CARDS.good);
    await banner().waitFor();
    expect(await banner().textContent()).toContain('120m');
    expect(await packages('100m').isChecked()).toBe(true);
    expect(await custom().inputValue()).toBe('');
    await expect.poll(() => shownDepth(page)).toBe(120);
    await page.getByText('Your current depth: 120.00m').waitFor();
    await page.unroute(held);
    await checkScreen(page, 'payments-success');
    await banner().waitFor({ state: 'detached' });
    expect(await page.evaluate('window.neverReloaded')).toBe(true);
  });

  it('is made once, however often the button is pressed', async () => {
    const calls = recordApiCalls(page);
    await typeCard(page, CARDS.good);
    await payButton().dblclick();
    await banner().waitFor();
    await expect.poll(() => shownDepth(page)).toBe(220);
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /stripe/create-payment-intent']);
  });

  it('is the same one when it is tried again after the answer was lost', async () => {
    const lost = /\/stripe\/create-payment-intent$/;
    const keys: string[] = [];
    await page.route(lost, async (route) => {
      keys.push(route.request().postDataJSON().idempotencyKey);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await payByCard(page, CARDS.good);
    await page.getByRole('alert').getByText('Payment Failed: Fathom cannot be reached.').waitFor();
    await payButton().click();
    await banner().waitFor();
    await expect.poll(() => shownDepth(page)).toBe(320);
    await payByCard(page, CARDS.declined);
    await alert('Stripe Error: Your card was declined.').waitFor();
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    await page.unroute(lost);
  });

  it('that Stripe has taken is found paid when its answer was lost, and is paid once', async () => {
    const before = await recordedDepth(page);
    const confirm = /\/v1\/payment_intents\/\w+\/confirm/;
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(confirm, loseAnswer, { times: 1 });
    await payByCard(page, CARDS.good);
    await page
      .getByRole('alert')
      .getByText(/^Stripe Error: /)
      .waitFor();
    await expect.poll(() => shownDepth(page)).toBe(before + 100);
    await payButton().click();
    await banner().waitFor();
    expect(await page.getByText('Your new depth is on its way...').count()).toBe(0);
    expect(await recordedDepth(page)).toBe(before + 100);
  });

  it('is not begun with half a card', async () => {
    await page.reload();
    await ready();
    const calls = recordApiCalls(page);
    await cardFrame(page).locator('[name=cardnumber]').fill('4242');
    await payButton().click();
    await page
      .getByRole('alert')
      .getByText(/number/)
      .waitFor();
    expect(calls).toEqual([]);
  });

  it('asks the bank, and fails when the bank says no', async () => {
    await payByCard(page, CARDS.asksBank);
    const bank = page.frameLocator('iframe[title*="3D Secure"]');
    await bank.getByRole('button', { name: 'Fail' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Stripe Error: We are unable to authenticate/)
      .waitFor();
    expect(await recordedDepth(page)).toBe(420);
  });

  it('asks the bank, and goes on when the bank says yes', async () => {
    await payByCard(page, CARDS.asksBank);
    const bank = page.frameLocator('iframe[title*="3D Secure"]');
    await bank.getByRole('button', { name: 'Complete' }).click();
    await banner().waitFor();
    await expect.poll(() => shownDepth(page)).toBe(520);
  });

  it('lifts its member without a socket as well', async () => {
    const ticket = /\/api\/messages\/ticket$/;
    await page.route(ticket, (route) => route.abort());
    await page.reload();
    const before = await recordedDepth(page);
    await payByCard(page, CARDS.good);
    await banner().waitFor();
    await page.getByText('Your new depth is on its way...').waitFor();
    await expect.poll(() => shownDepth(page)).toBe(before + 100);
    await page.getByText('Your new depth is on its way...').waitFor({ state: 'detached' });
    await page.unroute(ticket);
  });

  it('asks before it is left while it is under way', async () => {
    const held = /\/stripe\/create-payment-intent$/;
    await page.route(held, () => {});
    await payByCard(page, CARDS.good);
    const asked = page.waitForEvent('dialog');
    const leaving = page.getByRole('link', { name: 'Files', exact: true }).click();
    const dialog = await asked;
    expect(dialog.message()).toBe('A payment is under way. Leave this page?');
    await dialog.dismiss();
    await leaving;
    expect(new URL(page.url()).pathname).toBe('/payments');
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await page.unroute(held);
    await ready();
  });
});
