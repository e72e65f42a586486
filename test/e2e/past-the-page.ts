import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ownHeaders } from './diver.ts';

/** Asks the API with the page's own token, past the page. */
export async function ask<T = Record<string, unknown>>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
): Promise<T> {
  const url = `${new URL(page.url()).origin}/api${path}`;
  const answer = await page.request.fetch(url, { method, data, headers: await ownHeaders(page) });
  const body = await answer.json();
  expect(body, `${method} ${path}`).toMatchObject({ success: true });
  return body;
}

/** Lifts the page's member by so many tenths of a millimetre and more; the page learns of it when it asks next. */
export async function lift(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await ask(page, 'POST', '/profile/test-contribution', {});
}

/** What happens when somebody comes back to a tab: it asks for what has changed meanwhile. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
}

/**
 * Comes back to a tab until the page has noticed that its session is worthless. Once is not enough: a question that was
 * on its way before is not asked again, and was answered while the session was good.
 */
export async function noticeTheEnd(page: Page, prompt: string): Promise<void> {
  await expect
    .poll(async () => {
      await comeBack(page);
      return page.getByText(prompt).first().isVisible();
    })
    .toBe(true);
}

/** Everything that a screen asks the API for from now on, as "GET /me": messages have questions of their own. */
export function listenToApi(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, path] = /\/api(\/[^?]*)/.exec(request.url()) ?? [];
    if (path && !/^\/(messages|conversations)\b/.test(path) && request.method() !== 'OPTIONS')
      calls.push(`${request.method()} ${path}`);
  });
  return calls;
}
