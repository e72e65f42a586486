import { randomUUID } from 'node:crypto';
import type { Page, WebSocket } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { callApi, raiseDepth } from './support/api-calls.ts';
import { openPage, register } from './support/member-browser.ts';

const url = inject('url');

let launchedBrowser: LaunchedBrowser;
let page: Page;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openPage(launchedBrowser.browser);
  page.on('websocket', (socket) => sockets.push(socket));
  await register(page, url, `Nerissa ${randomUUID().slice(0, 8)}`);
});

afterAll(() => launchedBrowser?.close());

describe('an open page whose session ends elsewhere', () => {
  it('asks the member to sign in instead of reconnecting the socket', async () => {
    await expect.poll(() => sockets.length).toBe(1);

    await page.goto(`${url}/messages`);
    await expect.poll(() => sockets.length).toBe(2);

    const socket = sockets[1]!;
    let frameCount = 0;
    socket.on('framereceived', () => frameCount++);
    // A change of depth sends a frame to every open socket.
    await expect.poll(() => raiseDepth(page, 1).then(() => frameCount)).toBeGreaterThan(0);

    await callApi(page, 'DELETE', '/users/delete', {});
    await page.getByText('Please sign in to read your messages.').waitFor();

    expect(socket.isClosed()).toBe(true);
    expect(sockets).toHaveLength(2);

    await page.getByRole('link', { name: 'Login' }).first().waitFor();
  });
});
