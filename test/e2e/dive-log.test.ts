/** Tests of the dive log, which lists every change of a member's depth, and of its receipts. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { BYTES_PER_MB, DEPTH_LOG_PAGE_SIZE } from '../../shared/rules/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { createPng } from '../support/sample-files.ts';
import { callApi, raiseDepth, uploadFile } from './support/api-calls.ts';
import { CARDS, payByCard } from './support/card-form.ts';
import { openPage, type Registration, readShownDepth, register } from './support/member-browser.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);
const OWNER = `Lotte ${mark}`;

let launchedBrowser: LaunchedBrowser;
let owner: Page;
let otherPage: Page;
let account: Registration;
let ownerId: string;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  [owner, otherPage] = (await Promise.all([openPage(launchedBrowser.browser), openPage(launchedBrowser.browser)])) as [
    Page,
    Page,
  ];
  [account] = await Promise.all([register(owner, url, OWNER), register(otherPage, url, `Ole ${mark}`)]);
  ownerId = (await callApi<{ profile: { id: string } }>(owner, 'GET', '/me')).profile.id;
});

afterAll(() => launchedBrowser?.close());

const entries = () => owner.locator('.log-entry');
const entry = (title: string) => entries().filter({ has: owner.getByText(title, { exact: true }) });
const receipt = () => owner.getByRole('dialog', { name: 'Receipt' });

// The tests run in order, because each one continues with the log and the dialog of the one before.
describe('dive log', () => {
  /** The number of entries before the last test. The second test adds them: two uploads, a contribution, a purchase. */
  const EARLIER_ENTRY_COUNT = 4;

  it('shows the dive log only to its owner', async () => {
    await owner.goto(`${url}/profile/${ownerId}`);
    await owner.getByRole('tab', { name: 'Dive log' }).click();
    await owner.waitForURL('**?tab=dive-log');
    await owner.getByText('Upload a file to add the first entry.').waitFor();

    await otherPage.goto(`${url}/profile/${ownerId}?tab=dive-log`);
    await otherPage.getByRole('tab', { name: 'Connections' }).waitFor();

    expect(await otherPage.getByRole('tab', { name: 'Dive log' }).count()).toBe(0);
    expect(await otherPage.getByRole('tab', { name: 'Posts' }).getAttribute('aria-selected')).toBe('true');
  });

  it('lists every change of depth, newest first, in suitable units', async () => {
    await uploadFile(owner, { name: 'reef.txt', type: 'text/plain', bytes: Buffer.from('Low at six.\n') });
    await uploadFile(owner, { name: 'map.png', type: 'image/png', bytes: createPng(2 * BYTES_PER_MB) });
    await raiseDepth(owner, 1);

    await owner.goto(`${url}/payments`);
    await payByCard(owner, CARDS.valid);
    await expect.poll(() => readShownDepth(owner)).toBeGreaterThan(100);

    await owner.goto(`${url}/profile/${ownerId}?tab=dive-log`);
    await entry('Bought with card').waitFor();

    const titles = await owner.locator('.log-entry__what strong').allTextContents();
    expect(titles).toEqual(['Bought with card', 'Test contribution', 'Upload “map.png”', 'Upload “reef.txt”']);

    const changes = await owner.locator('.log-entry__change strong').allTextContents();
    expect(changes).toEqual(['+100.00m', '+0.1 cm', '+2 cm', '+12 B']);
    expect(await entry('Upload “map.png”').textContent()).toContain('+2.00 MB · then at 0.02m');

    const time = entry('Bought with card').locator('time');
    expect(Date.parse((await time.getAttribute('datetime'))!)).toBeGreaterThan(0);
    expect(await time.getAttribute('title')).toMatch(/\d/);
  });

  it('shows a receipt for payments only', async () => {
    expect(await owner.getByRole('button', { name: /^Receipt for/ }).count()).toBe(1);

    await owner.getByRole('button', { name: /^Receipt for Bought with card/ }).press('Enter');
    await receipt().waitFor();
    for (const text of ['Fathom', 'Credit Card', '$1.00 USD', '100m Depth Package', OWNER, account.email]) {
      await receipt().getByText(text, { exact: true }).waitFor();
    }

    const { entries: logEntries } = await callApi<{ entries: { payment: { paymentId: string } | null }[] }>(
      owner,
      'GET',
      '/depth-log',
    );
    await receipt().getByText(logEntries[0]!.payment!.paymentId, { exact: true }).waitFor();
  });

  it('prints only the receipt on one page', async () => {
    await owner.evaluate('window.print = () => { window.printCount = (window.printCount ?? 0) + 1; }');
    await receipt().getByRole('button', { name: 'Print' }).click();
    expect(await owner.evaluate('window.printCount')).toBe(1);

    await owner.emulateMedia({ media: 'print' });
    expect(await receipt().getByText('100m Depth Package').isVisible()).toBe(true);
    expect(await receipt().getByRole('button').count()).toBe(0);
    expect(await owner.getByRole('navigation', { includeHidden: true }).first().isVisible()).toBe(false);

    const readColour = 'getComputedStyle(document.querySelector(".receipt")).color';
    expect(await owner.evaluate(readColour)).toBe('rgb(0, 0, 0)');

    const pdf = await owner.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

    await owner.emulateMedia({ media: null });
    await owner.keyboard.press('Escape');
    await owner.locator('dialog').waitFor({ state: 'detached' });

    expect(await owner.evaluate('document.activeElement.textContent')).toBe('Receipt');
  });

  it('loads more entries and moves the focus to the first of them', async () => {
    // Adds one entry per millimetre.
    await raiseDepth(owner, DEPTH_LOG_PAGE_SIZE);
    await owner.reload();
    await expect.poll(() => entries().count()).toBe(DEPTH_LOG_PAGE_SIZE);

    await owner.getByRole('button', { name: 'Load More Entries' }).click();
    await expect.poll(() => entries().count()).toBe(DEPTH_LOG_PAGE_SIZE + EARLIER_ENTRY_COUNT);

    await owner.getByRole('button', { name: 'Load More Entries' }).waitFor({ state: 'detached' });
    await expect.poll(() => owner.evaluate('document.activeElement.className')).toContain('log-entry');
  });
});
