import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Response } from '../../../shared/contract/endpoint.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import { priceCents, toPurchaseSteps } from '../../../shared/rules/prices.ts';
import { computeChecksum } from '../../../shared/upload/checksum.ts';
import { confirmCard } from '../../support/card.ts';
import { WAIT_TIMEOUT_MS } from '../../support/time-limits.ts';

/** Paths of the calls for messages, which every screen makes in the background. */
const BACKGROUND_PATHS = /^\/(messages|conversations|sockets)\b/;

/** Calls the API with the session of the page's member, and returns the body. Fails unless the call succeeds. */
export async function callApi<T = Record<string, unknown>>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
): Promise<T> {
  const url = `${new URL(page.url()).origin}/api${path}`;
  // A script as text, because the types of tests don't include the browser.
  const token = await page.evaluate(
    `localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith('.accessToken')))`,
  );

  const response = await page.request.fetch(url, { method, data, headers: { authorization: `Bearer ${token}` } });
  const body = await response.json();
  expect(body, `${method} ${path}`).toMatchObject({ success: true });

  return body;
}

/** Returns the ID of the page's member. */
export const fetchMemberId = async (page: Page) =>
  (await callApi<{ profile: { id: string } }>(page, 'GET', '/me')).profile.id;

/** Returns the depth of the page's member, in metres. */
export const fetchDepth = async (page: Page) =>
  (await callApi<{ profile: { depth: number } }>(page, 'GET', '/me')).profile.depth;

/**
 * Raises the depth of the page's member, by a test contribution of 0.1 MB for each millimetre. The page shows the depth
 * after its next request.
 */
export async function raiseDepth(page: Page, millimetres: number): Promise<void> {
  for (let step = 0; step < millimetres; step += 1) await callApi(page, 'POST', '/profile/test-contribution', {});
}

/**
 * Buys depth for the page's member with a test card, and waits for the credit.
 *
 * Waits with `vi.waitFor`, because `expect.poll` doesn't work in hooks.
 */
export async function buyDepth(page: Page, metres: number): Promise<void> {
  const configResponse = await page.request.get(`${new URL(page.url()).origin}/config.json`);
  const config = (await configResponse.json()) as RuntimeConfig;
  const expectedDepth = (await fetchDepth(page)) + metres;
  const purchase = { amount: priceCents(toPurchaseSteps(metres)!), depth: metres };

  const { path } = contract.payments.createPaymentIntent;
  const intent = await callApi<Response<typeof contract.payments.createPaymentIntent>>(page, 'POST', path, purchase);

  await confirmCard(config, intent);

  const expectCredit = async () => expect(await fetchDepth(page)).toBeCloseTo(expectedDepth, 5);
  await vi.waitFor(expectCredit, { timeout: WAIT_TIMEOUT_MS });
}

/** A file in memory to upload. */
export interface SmallFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Uploads a small file as the page's member, without the upload screen. */
export async function uploadFile(page: Page, { name, type, bytes }: SmallFile): Promise<void> {
  const checksum = await computeChecksum(new Uint8Array(bytes));
  const request = { fileName: name, fileType: type, fileSize: bytes.length, checksum };
  const { presignedUrl, headers, fileId } = await callApi<Response<typeof contract.files.upload>>(
    page,
    'POST',
    '/files/upload',
    request,
  );

  await page.request.put(presignedUrl, { headers, data: bytes });
  await callApi(page, 'POST', '/files/save-metadata', { fileId });
}

/**
 * Removes renditions from the lists of files that the page receives, because functions create renditions at an unknown
 * time after an upload.
 */
export const hideRenditions = (page: Page) =>
  page.route(/\/api\/files\/list$/, async (route) => {
    const response = await route.fetch();
    const { files, ...rest } = await response.json();
    await route.fulfill({
      response,
      json: { ...rest, files: files.map((file: object) => ({ ...file, media: undefined })) },
    });
  });

/** Records the page's API calls from now on, such as `GET /me`. Ignores the background calls for messages. */
export function recordApiCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, path] = /\/api(\/[^?]*)/.exec(request.url()) ?? [];
    if (!path || request.method() === 'OPTIONS' || BACKGROUND_PATHS.test(path)) return;
    calls.push(`${request.method()} ${path}`);
  });
  return calls;
}
