import type { Page } from 'playwright-core';
import type { Login } from '../../../infra/local/seed/demo-session.ts';

/** Signs in on the login page, and waits until the dashboard is shown. */
export async function signIn(page: Page, url: string, { email, password }: Login): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
}
