import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { bubble, newWriter, type Writer } from '../support/chat-screen.ts';
import { KeyboardUser } from '../support/keyboard-user.ts';
import { openPage, type Registration, register } from '../support/member-browser.ts';

const url = inject('url');
const mark = randomUUID().slice(0, 8);
const OTHER = `Tamsin ${mark}`;

let browser: LaunchedBrowser;
let page: Page;
let keyboard: KeyboardUser;
let other: Writer;
let self: Registration;

beforeAll(async () => {
  browser = await launchBrowser();
  other = await newWriter(OTHER);
  const { userId } = other.member;
  await other.member.call(contract.posts.create, { userId, content: `Kelp ${mark}`, imageAlt: '' });
  page = await openPage(browser.browser);
  self = await register(page, url, `Bo ${mark}`);
  await page.getByRole('button', { name: 'Logout' }).press('Enter');
  await page.waitForURL('**/login');
  await page.goto(`${url}/login`);
  await page.getByRole('heading', { name: 'Log In' }).waitFor();
  keyboard = new KeyboardUser(page);
});

afterAll(() => browser?.close());

const otherPost = () => page.getByRole('article').filter({ hasText: `Kelp ${mark}` });

describe('without a mouse', () => {
  it('one skips what is the same everywhere', async () => {
    await keyboard.to('link', 'Skip to content');
    await keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
  });

  it('one logs in, and begins at the heading of the dashboard', async () => {
    await keyboard.to('textbox', 'Email');
    await keyboard.type(self.email);
    await keyboard.to('textbox', 'Password');
    await keyboard.type(self.password);
    await keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    await keyboard.expectHeading(/^(Dashboard|Welcome)/);
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
  });

  it('one posts, and stays where one writes', async () => {
    await keyboard.to('textbox', 'Your post');
    await keyboard.type(`Coral ${mark}`);
    await keyboard.to('button', 'Post');
    await keyboard.press('Enter');
    await page
      .getByRole('article')
      .filter({ hasText: `Coral ${mark}` })
      .first()
      .waitFor();
    await expect.poll(() => keyboard.focused()).not.toBe('');
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false);
  });

  it('a question keeps the focus, and gives it back on Escape', async () => {
    await page.keyboard.press('Home');
    await keyboard.to('button', 'Delete your post');
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    for (let stop = 0; stop < 4; stop += 1) {
      await keyboard.press('Tab');
      const outside = 'document.activeElement !== document.body && !document.activeElement.closest("dialog")';
      expect(await page.evaluate(outside)).toBe(false);
    }
    await keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await keyboard.focused()).toBe('Delete your post');
  });

  it('the arrow keys change tabs', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).focus();
    await keyboard.to('link', 'Search');
    await keyboard.press('Enter');
    await keyboard.expectHeading('Find Users');
    await keyboard.to('tab', 'Users');
    await keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Posts', selected: true }).waitFor();
    await keyboard.press('Home');
    await page.getByRole('tab', { name: 'Users', selected: true }).waitFor();
    expect(await keyboard.focused()).toBe('Users');
  });

  it('one finds and follows somebody', async () => {
    await keyboard.to('textbox', /^Search users/);
    await keyboard.type(OTHER);
    await keyboard.press('Enter');
    await page.waitForURL(/q=Tamsin/);
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await keyboard.to('button', 'Follow');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Unfollow' }).waitFor();
    await expect.poll(() => keyboard.focused()).toBe('Unfollow');
  });

  it('one visits them, likes and comments', async () => {
    await page.getByRole('textbox').focus();
    await keyboard.to('link', OTHER);
    await keyboard.press('Enter');
    await keyboard.expectHeading(OTHER);
    await otherPost().waitFor();
    await keyboard.to('button', /^Like the post/);
    await keyboard.press('Space');
    await otherPost().getByRole('button', { pressed: true }).waitFor();
    await keyboard.to('textbox', /^Comment on the post/);
    await keyboard.type(`Lovely ${mark}`);
    await keyboard.to('button', 'Comment');
    await keyboard.press('Enter');
    await page.locator('.comment', { hasText: `Lovely ${mark}` }).waitFor();
    await expect.poll(() => keyboard.focused()).toMatch(/^Comment on the post/);
  });

  it('one writes to them, and hears what comes', async () => {
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => keyboard.focused()).toBe('Message');
    await keyboard.press('Enter');
    await page.waitForURL(`**/messages/${other.member.userId}`);
    const field = page.getByPlaceholder('Type your message...');
    await field.waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.placeholder ?? document.activeElement.tagName'))
      .toMatch(/Type your message|H1/);
    if ((await keyboard.focused()) !== '') await keyboard.to('textbox', /./);
    await keyboard.type(`Ahoy ${mark}`);
    await keyboard.press('Enter');
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
    await keyboard.to('link', 'Files');
    await keyboard.press('Enter');
    await keyboard.expectHeading('Files');
    await keyboard.to('radio', 'All Files');
    await keyboard.press('ArrowRight');
    await page.waitForURL(/type=image/);
    expect(await page.getByRole('radio', { name: 'Images' }).isChecked()).toBe(true);
  });

  it('Escape closes the menus, and the focus stays at what opened them', async () => {
    await page.getByRole('button', { name: /^Notifications/ }).focus();
    await keyboard.press('Enter');
    const menu = page.getByRole('group', { name: 'Notifications' });
    await menu.getByRole('link').first().waitFor();
    await keyboard.press('Tab');
    await keyboard.press('End');
    expect(
      await menu
        .getByRole('link')
        .last()
        .evaluate((link) => link.matches(':focus')),
    ).toBe(true);
    await keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await expect.poll(() => keyboard.focused()).toMatch(/^Notifications/);

    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Menu' }).focus();
    await keyboard.press('Enter');
    await page.getByRole('link', { name: 'Ascend' }).waitFor();
    await keyboard.press('ArrowDown');
    await expect.poll(() => keyboard.focused()).toBe('Dashboard');
    await keyboard.press('Escape');
    await page.getByRole('link', { name: 'Ascend' }).waitFor({ state: 'hidden' });
    expect(await keyboard.focused()).toBe('Menu');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('one logs out, and begins at the heading of the login', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).focus();
    await keyboard.to('button', 'Logout');
    await keyboard.press('Enter');
    await page.waitForURL('**/login');
    await keyboard.expectHeading('Log In');
  });

  it('the focus was always marked, in sight and whole', () => {
    expect([...keyboard.problems]).toEqual([]);
  });
});
