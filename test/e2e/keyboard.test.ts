import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { type Registration, register } from './diver.ts';
import { Walker } from './keyboard-only.ts';
import { bubble, newWriter, type Writer } from './messenger.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);
const OTHER = `Tamsin ${mark}`;

let browser: LaunchedBrowser;
let page: Page;
let walker: Walker;
let other: Writer;
let self: Registration;

beforeAll(async () => {
  browser = await launchBrowser();
  other = await newWriter(OTHER);
  const { userId } = other.member;
  await other.member.call(contract.posts.create, { userId, content: `Kelp ${mark}`, imageAlt: '' });
  page = await (await browser.browser.newContext({ reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(20_000);
  self = await register(page, url, `Bo ${mark}`);
  await page.getByRole('button', { name: 'Logout' }).press('Enter');
  await page.waitForURL('**/login');
  await page.goto(`${url}/login`);
  await page.getByRole('heading', { name: 'Log In' }).waitFor();
  walker = new Walker(page);
});

afterAll(() => browser?.close());

const otherPost = () => page.getByRole('article').filter({ hasText: `Kelp ${mark}` });

describe('without a mouse', () => {
  it('one skips what is the same everywhere', async () => {
    await walker.to('link', 'Skip to content');
    await walker.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
  });

  it('one logs in, and begins at the heading of the dashboard', async () => {
    await walker.to('textbox', 'Email');
    await walker.type(self.email);
    await walker.to('textbox', 'Password');
    await walker.type(self.password);
    await walker.press('Enter');
    await page.waitForURL('**/dashboard');
    await walker.expectHeading(/^(Dashboard|Welcome)/);
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
  });

  it('one posts, and stays where one writes', async () => {
    await walker.to('textbox', 'Your post');
    await walker.type(`Coral ${mark}`);
    await walker.to('button', 'Post');
    await walker.press('Enter');
    await page
      .getByRole('article')
      .filter({ hasText: `Coral ${mark}` })
      .first()
      .waitFor();
    await expect.poll(() => walker.focused()).not.toBe('');
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false);
  });

  it('a question keeps the focus, and gives it back on Escape', async () => {
    await page.keyboard.press('Home');
    await walker.to('button', 'Delete your post');
    await walker.press('Enter');
    await page.getByRole('dialog').waitFor();
    for (let stop = 0; stop < 4; stop += 1) {
      await walker.press('Tab');
      const outside = 'document.activeElement !== document.body && !document.activeElement.closest("dialog")';
      expect(await page.evaluate(outside)).toBe(false);
    }
    await walker.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await walker.focused()).toBe('Delete your post');
  });

  it('the arrow keys change tabs', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).focus();
    await walker.to('link', 'Search');
    await walker.press('Enter');
    await walker.expectHeading('Find Users');
    await walker.to('tab', 'Users');
    await walker.press('ArrowRight');
    await page.getByRole('tab', { name: 'Posts', selected: true }).waitFor();
    await walker.press('Home');
    await page.getByRole('tab', { name: 'Users', selected: true }).waitFor();
    expect(await walker.focused()).toBe('Users');
  });

  it('one finds and follows somebody', async () => {
    await walker.to('textbox', /^Search users/);
    await walker.type(OTHER);
    await walker.press('Enter');
    await page.waitForURL(/q=Tamsin/);
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await walker.to('button', 'Follow');
    await walker.press('Enter');
    await page.getByRole('button', { name: 'Unfollow' }).waitFor();
    await expect.poll(() => walker.focused()).toBe('Unfollow');
  });

  it('one visits them, likes and comments', async () => {
    await page.getByRole('textbox').focus();
    await walker.to('link', OTHER);
    await walker.press('Enter');
    await walker.expectHeading(OTHER);
    await otherPost().waitFor();
    await walker.to('button', /^Like the post/);
    await walker.press('Space');
    await otherPost().getByRole('button', { pressed: true }).waitFor();
    await walker.to('textbox', /^Comment on the post/);
    await walker.type(`Lovely ${mark}`);
    await walker.to('button', 'Comment');
    await walker.press('Enter');
    await page.locator('.comment', { hasText: `Lovely ${mark}` }).waitFor();
    await expect.poll(() => walker.focused()).toMatch(/^Comment on the post/);
  });

  it('one writes to them, and hears what comes', async () => {
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => walker.focused()).toBe('Message');
    await walker.press('Enter');
    await page.waitForURL(`**/messages/${other.member.userId}`);
    const field = page.getByPlaceholder('Type your message...');
    await field.waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.placeholder ?? document.activeElement.tagName'))
      .toMatch(/Type your message|H1/);
    if ((await walker.focused()) !== '') await walker.to('textbox', /./);
    await walker.type(`Ahoy ${mark}`);
    await walker.press('Enter');
    await bubble(page, `Ahoy ${mark}`).locator('.bubble__foot', { hasNotText: 'Sending' }).waitFor();
    const { message } = await other.socket.next('message');
    other.socket.send({
      action: 'sendMessage',
      clientMessageId: randomUUID(),
      recipientId: message.sender,
      content: `And you ${mark}`,
    });
    await page
      .getByRole('status')
      .filter({ hasText: `And you ${mark}` })
      .waitFor({ state: 'attached' });
  });

  it('the arrow keys choose among what excludes each other', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).focus();
    await walker.to('link', 'Files');
    await walker.press('Enter');
    await walker.expectHeading('Files');
    await walker.to('radio', 'All Files');
    await walker.press('ArrowRight');
    await page.waitForURL(/type=image/);
    expect(await page.getByRole('radio', { name: 'Images' }).isChecked()).toBe(true);
  });

  it('Escape closes the menus, and the focus stays at what opened them', async () => {
    await page.getByRole('button', { name: /^Notifications/ }).focus();
    await walker.press('Enter');
    const menu = page.getByRole('group', { name: 'Notifications' });
    await menu.getByRole('link').first().waitFor();
    await walker.press('Tab');
    await walker.press('End');
    expect(
      await menu
        .getByRole('link')
        .last()
        .evaluate((link) => link.matches(':focus')),
    ).toBe(true);
    await walker.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await expect.poll(() => walker.focused()).toMatch(/^Notifications/);

    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Menu' }).focus();
    await walker.press('Enter');
    await page.getByRole('link', { name: 'Ascend' }).waitFor();
    await walker.press('ArrowDown');
    await expect.poll(() => walker.focused()).toBe('Dashboard');
    await walker.press('Escape');
    await page.getByRole('link', { name: 'Ascend' }).waitFor({ state: 'hidden' });
    expect(await walker.focused()).toBe('Menu');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('one logs out, and begins at the heading of the login', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).focus();
    await walker.to('button', 'Logout');
    await walker.press('Enter');
    await page.waitForURL('**/login');
    await walker.expectHeading('Log In');
  });

  it('the focus was always marked, in sight and whole', () => {
    expect([...walker.problems]).toEqual([]);
  });
});
