/** A member buys depth by card and with PayPal. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { fetchDepth } from '../support/api-calls.ts';
import { CARDS, cardFrame, payByCard } from '../support/card-form.ts';
import { openMember, readShownDepth } from '../support/member-browser.ts';

const url = inject('url');

let launchedBrowser: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openMember(launchedBrowser.browser, `Karl ${randomUUID().slice(0, 8)}`);
  await page.goto(`${url}/payments`);
  await cardFrame(page).locator('[name=cardnumber]').waitFor();
});

afterAll(() => launchedBrowser?.close());

const banner = () => page.getByText(/^Payment successful!/);
const alert = (text: string) => page.getByRole('alert').getByText(text, { exact: true });
const customDepth = () => page.getByLabel('Or your own depth, in metres');

describe('card payment', () => {
  it('shows why a card is declined and keeps the depth', async () => {
    await customDepth().fill('120');
    await payByCard(page, CARDS.declined);
    await alert('Stripe Error: Your card was declined.').waitFor();

    expect(await customDepth().inputValue()).toBe('120');
    expect(await fetchDepth(page)).toBe(0);
  });

  it('raises the depth after 3-D Secure without a reload', async () => {
    await page.evaluate('window.neverReloaded = true');
    await payByCard(page, CARDS.requiresAuthentication);
    await page.frameLocator('iframe[title*="3D Secure"]').getByRole('button', { name: 'Complete' }).click();
    await banner().waitFor();

    expect(await banner().textContent()).toContain('120m');
    await expect.poll(() => readShownDepth(page)).toBe(120);
    expect(await page.evaluate('window.neverReloaded')).toBe(true);
  });
});

describe('PayPal payment', () => {
  const paypalButton = () => page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'PayPal' });
  const checkout = () => page.frameLocator('iframe[title="PayPal checkout"]');

  it('keeps the depth when the member cancels and raises it when they approve', async () => {
    const depthBefore = await fetchDepth(page);
    await page.getByRole('radio', { name: 'PayPal' }).check({ force: true });
    await customDepth().fill('10.4');
    await paypalButton().click();
    await checkout().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText("PayPal was closed. You haven't paid anything.").waitFor();
    expect(await fetchDepth(page)).toBe(depthBefore);

    await paypalButton().click();
    await checkout().getByText('$0.10', { exact: false }).first().waitFor();
    await checkout().getByRole('button', { name: 'Pay now' }).click();
    await banner().filter({ hasText: '10.4m' }).waitFor();

    // 120 m from the card payment, and 10.4 m.
    await expect.poll(() => readShownDepth(page)).toBe(130.4);
  });
});
