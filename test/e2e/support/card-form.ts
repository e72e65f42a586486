import type { Page } from 'playwright-core';

/** Stripe's test cards: https://docs.stripe.com/testing */
export const CARDS = {
  valid: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  requiresAuthentication: '4000002760003184',
} as const;

/** Stripe's frame with the card field. */
export const cardFrame = (page: Page) => page.frameLocator('iframe[title*="card" i]');

/** Types a card into Stripe's field. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page);
  await frame.locator('[name=cardnumber]').fill(number);
  await frame.locator('[name=exp-date]').fill('12 / 34');
  await frame.locator('[name=cvc]').fill('123');
}

/** Types a card and submits the form. */
export async function payByCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
}
