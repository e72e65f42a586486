/** The main flows by keyboard alone, with a complete focus indicator at each step. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { bubble, openSocketMember, type SocketMember } from '../support/chat-screen.ts';
import { KeyboardUser } from '../support/keyboard-user.ts';
import { hasFocus, logOut, openPage, type Registration, register } from '../support/member-browser.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);
const PARTNER_NAME = `Tamsin ${mark}`;

let launchedBrowser: LaunchedBrowser;
let page: Page;
let keyboard: KeyboardUser;
let partner: SocketMember;
let account: Registration;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  partner = await openSocketMember(PARTNER_NAME);

  const { userId } = partner.member;
  await partner.member.call(contract.posts.create, { userId, content: `Kelp ${mark}`, imageAlt: '' });
  page = await openPage(launchedBrowser.browser);
  account = await register(page, url, `Bo ${mark}`);

  await logOut(page);
  await page.waitForURL('**/login');
  await page.goto(`${url}/login`);
  await page.getByRole('heading', { name: 'Log In' }).waitFor();

  keyboard = new KeyboardUser(page);
});

afterAll(() => launchedBrowser?.close());

const partnerPost = () => page.getByRole('article').filter({ hasText: `Kelp ${mark}` });

// The tests run in order: a member visits the site without a mouse, from the login to the logout.
describe('keyboard user', () => {
  it('skips the navigation bar', async () => {
    await keyboard.tabTo('link', 'Skip to content');
    await keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
  });

  it('starts at the heading of the dashboard after login', async () => {
    await keyboard.tabTo('textbox', 'Email');
    await keyboard.type(account.email);
    await keyboard.tabTo('textbox', 'Password');
    await keyboard.type(account.password);
    await keyboard.press('Enter');

    await page.waitForURL('**/dashboard');
    await keyboard.expectHeading(/^(Dashboard|Welcome)/);
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
  });

  it('publishes a post without losing the focus', async () => {
    await keyboard.tabTo('textbox', 'Your post');
    await keyboard.type(`Coral ${mark}`);
    await keyboard.tabTo('button', 'Post');
    await keyboard.press('Enter');
    await page
      .getByRole('article')
      .filter({ hasText: `Coral ${mark}` })
      .first()
      .waitFor();

    await expect.poll(() => keyboard.readFocusedName()).not.toBe('');
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false);
  });

  it('keeps the focus inside a dialog until Escape returns it to the button', async () => {
    await page.keyboard.press('Home');
    await keyboard.tabTo('button', 'Delete your post');
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();

    // While the browser's own controls have the focus, the active element is the body.
    const isOutside = 'document.activeElement !== document.body && !document.activeElement.closest("dialog")';
    for (let stop = 0; stop < 4; stop += 1) {
      await keyboard.press('Tab');
      expect(await page.evaluate(isOutside)).toBe(false);
    }

    await keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    // In Firefox, Tab has also visited the browser's own controls, which keep the focus.
    await page.evaluate('window.focus()');

    expect(await keyboard.readFocusedName()).toBe('Delete your post');
  });

  it('changes tabs with the arrow keys', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).focus();
    await keyboard.tabTo('link', 'Search');
    await keyboard.press('Enter');
    await keyboard.expectHeading('Find Users');

    await keyboard.tabTo('tab', 'Users');
    await keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Posts', selected: true }).waitFor();
    await keyboard.press('Home');
    await page.getByRole('tab', { name: 'Users', selected: true }).waitFor();

    expect(await keyboard.readFocusedName()).toBe('Users');
  });

  it('finds and follows a member', async () => {
    await keyboard.tabTo('textbox', /^Search users/);
    await keyboard.type(PARTNER_NAME);
    await keyboard.press('Enter');
    await page.waitForURL(/q=Tamsin/);
    await expect.poll(() => page.getByRole('article').count()).toBe(1);

    await keyboard.tabTo('button', 'Follow');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Unfollow' }).waitFor();

    await expect.poll(() => keyboard.readFocusedName()).toBe('Unfollow');
  });

  it('likes and comments on a post of an opened profile', async () => {
    await page.getByRole('textbox').focus();
    await keyboard.tabTo('link', PARTNER_NAME);
    await keyboard.press('Enter');
    await keyboard.expectHeading(PARTNER_NAME);
    await partnerPost().waitFor();

    await keyboard.tabTo('button', /^Like the post/);
    await keyboard.press('Space');
    await partnerPost().getByRole('button', { pressed: true }).waitFor();

    await keyboard.tabTo('textbox', /^Comment on the post/);
    await keyboard.type(`Lovely ${mark}`);
    await keyboard.tabTo('button', 'Comment');
    await keyboard.press('Enter');
    await page.locator('.comment', { hasText: `Lovely ${mark}` }).waitFor();

    await expect.poll(() => keyboard.readFocusedName()).toMatch(/^Comment on the post/);
  });

  it('sends a message, and receives an announced reply', async () => {
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => keyboard.readFocusedName()).toContain('Charted: ');

    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => keyboard.readFocusedName()).toBe('Message');

    await keyboard.press('Enter');
    await page.waitForURL(`**/messages/${partner.member.userId}`);
    const field = page.getByPlaceholder('Type your message...');
    await field.waitFor();

    await expect
      .poll(() => page.evaluate('document.activeElement.placeholder ?? document.activeElement.tagName'))
      .toMatch(/Type your message|H1/);

    // The empty field has no text, so another name means that the heading has the focus.
    if ((await keyboard.readFocusedName()) !== '') await keyboard.tabTo('textbox', /./);
    await keyboard.type(`Ahoy ${mark}`);
    await keyboard.press('Enter');
    await bubble(page, `Ahoy ${mark}`).locator('.bubble__foot', { hasNotText: 'Sending' }).waitFor();

    const { message } = await partner.socket.nextFrame('message');
    partner.socket.send({
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

  it('selects a radio button with the arrow keys', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).focus();
    await keyboard.tabTo('link', 'Files');
    await keyboard.press('Enter');
    await keyboard.expectHeading('Files');

    await keyboard.tabTo('radio', 'All Files');
    await keyboard.press('ArrowRight');
    await page.waitForURL(/type=image/);

    expect(await page.getByRole('radio', { name: 'Images' }).isChecked()).toBe(true);
  });

  it('closes each menu with Escape, which returns the focus to its button', async () => {
    await page.getByRole('button', { name: /^Notifications/ }).focus();
    await keyboard.press('Enter');
    const menu = page.getByRole('group', { name: 'Notifications' });
    await menu.getByRole('link').first().waitFor();

    await keyboard.press('Tab');
    await keyboard.press('End');
    expect(await menu.getByRole('link').last().evaluate(hasFocus)).toBe(true);

    await keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await expect.poll(() => keyboard.readFocusedName()).toMatch(/^Notifications/);

    await page.getByRole('button', { name: 'Menu' }).focus();
    await keyboard.press('Enter');
    await expect.poll(() => keyboard.readFocusedName()).toBe('Profile');

    await keyboard.press('End');
    expect(await keyboard.readFocusedName()).toBe('Logout');

    await keyboard.press('ArrowDown');
    expect(await keyboard.readFocusedName()).toBe('Profile');

    await keyboard.press('Escape');
    await page.getByRole('link', { name: 'Profile', exact: true }).waitFor({ state: 'hidden' });
    expect(await keyboard.readFocusedName()).toBe('Menu');

    await keyboard.press('ArrowDown');
    await expect.poll(() => keyboard.readFocusedName()).toBe('Profile');

    await keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Menu' }).focus();
    await keyboard.press('Enter');
    await expect.poll(() => keyboard.readFocusedName()).toBe('Ascend');

    await keyboard.press('Escape');
    await page.getByRole('link', { name: 'Ascend' }).waitFor({ state: 'hidden' });
    expect(await keyboard.readFocusedName()).toBe('Menu');

    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('starts at the heading of the login page after logout', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).focus();
    await keyboard.tabTo('button', 'Menu');
    await keyboard.press('Enter');
    await keyboard.tabTo('button', 'Logout');
    await keyboard.press('Enter');

    await page.waitForURL('**/login');
    await keyboard.expectHeading('Log In');
  });

  it('always sees a complete focus indicator inside the viewport', () => {
    expect([...keyboard.problems]).toEqual([]);
  });
});
