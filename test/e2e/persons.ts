import type { Locator, Page } from 'playwright-core';

/** Somebody's card, wherever people are listed. */
export function cardOf(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true });
}

/** One of the three numbers in a profile's head. */
export async function count(page: Page, label: string): Promise<string | null> {
  return page
    .locator('.profile-head__counts div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd .visually-hidden')
    .textContent();
}
