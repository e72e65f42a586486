/** Tests that open pages survive a restart of the whole cloud. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../infra/local/cloud.ts';
import { getAssembly } from '../support/assemblies.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { fetchMemberId } from './support/api-calls.ts';
import { bubble, fetchStoredMessages, readMessageTexts, sendAndConfirm, sendMessage } from './support/chat-screen.ts';
import { openPage, openTab, register } from './support/member-browser.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-restart-'));
let cloud: LocalCloud;
let launchedBrowser: LaunchedBrowser;
let marina: Page;
let theo: Page;
let uploadTab: Page;

/** Starts a cloud with the pages that all browser tests share. */
const startCloud = async (port: number) =>
  startLocalCloud({ port, directory, seed: false, web: inject('pages'), assembly: await getAssembly() });

beforeAll(async () => {
  [cloud, launchedBrowser] = await Promise.all([startCloud(0), launchBrowser()]);
  marina = await openPage(launchedBrowser.browser);
  theo = await openPage(launchedBrowser.browser);
  await Promise.all([register(marina, cloud.url, 'Marina'), register(theo, cloud.url, 'Theo')]);
});

afterAll(async () => {
  await launchedBrowser?.close();
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

it('open pages continue after a restart of the cloud, without a reload', async () => {
  const [marinaId, theoId] = await Promise.all([fetchMemberId(marina), fetchMemberId(theo)]);
  await Promise.all([
    marina.goto(`${cloud.url}/messages/${theoId}`),
    theo.goto(`${cloud.url}/messages/${marinaId}`),
    (async () => {
      uploadTab = await openTab(theo.context());
      await uploadTab.goto(`${cloud.url}/upload`);
    })(),
  ]);
  await uploadTab.getByRole('heading', { level: 1, name: 'Upload Files' }).waitFor();

  await sendAndConfirm(marina, 'Before the restart');
  await bubble(theo, 'Before the restart').waitFor();
  const chats = [marina, theo];
  for (const page of chats) await page.clock.install();

  await cloud.close();
  for (const page of chats) await page.getByText('Reconnecting…').waitFor();
  await sendMessage(marina, 'While the cloud was down');
  await bubble(marina, 'While the cloud was down').getByText('Sending...').waitFor();

  // A message fails after a minute, and starting a cloud can take longer on a busy machine. So this stops the clocks of
  // the pages. Playwright accepts only a time in the future.
  for (const page of chats) await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000);
  cloud = await startCloud(cloud.ports.site);
  for (const page of chats) await page.clock.resume();

  await bubble(theo, 'While the cloud was down').waitFor();
  const texts = ['Before the restart', 'While the cloud was down'];
  for (const page of chats) await expect.poll(() => readMessageTexts(page)).toEqual(texts);

  await marina.getByText('Sending...').waitFor({ state: 'detached' });
  expect(await marina.getByText('Failed to send').count()).toBe(0);
  expect(await fetchStoredMessages(theo, marinaId)).toEqual(texts);

  const name = `log-${randomUUID().slice(0, 8)}.txt`;
  await uploadTab
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('Calm seas.\n') });
  await uploadTab.getByRole('button', { name: 'Upload File' }).click();
  await uploadTab.getByText(`${name} is shared.`).first().waitFor();
});
