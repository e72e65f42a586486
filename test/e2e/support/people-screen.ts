import type { Locator, Page } from 'playwright-core';

/** A member's card in a list of people. */
export function cardOf(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true });
}

/** Returns the count with this label in a profile's header. */
export async function readProfileCount(page: Page, label: string): Promise<string | null> {
  return page
    .locator('.profile-head__counts div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd .visually-hidden')
    .textContent();
}
