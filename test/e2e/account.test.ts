/** Tests of editing a profile and its picture in the browser. Input must survive failures and an expired session. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { MAX_PICTURE_BYTES } from '../../shared/rules/limits.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { createPng } from '../support/sample-files.ts';
import { callApi } from './support/api-calls.ts';
import { createCameraPicture, EXIF_SECRET } from './support/camera-picture.ts';
import {
  invalidateSession,
  logIn,
  openOwnProfile,
  openPage,
  type Registration,
  register,
} from './support/member-browser.ts';

const url = inject('url');

/** Part of the names in this file, so that they differ from the names in other tests. */
const mark = randomUUID().slice(0, 8);
const username = `Selma ${mark}`;
const newUsername = `Selma 🐚 ${mark}`;

/** The part of a profile that these tests read. */
interface OwnProfile {
  readonly username: string;
  readonly bio: string;
  readonly profilePicture: string;
}

/** Invalid usernames and their errors. */
const INVALID_USERNAMES = [
  ['', 'Username is required'],
  // Invisible characters.
  ['\u200B\u200D', 'Username is required'],
  ['x'.repeat(31), 'Username can have at most 30 characters'],
] as const;

/** The requests of an upload, in order, each with a response that fails it and the error that the page then shows. */
const UPLOAD_FAILURES = [
  [/\/api\/files\/upload$/, { status: 502, body: '<html>Bad Gateway</html>' }, 'Failed to get upload URL'],
  [/X-Amz-Signature/, { status: 500, body: '<Message>Full</Message>' }, 'Failed to upload to S3: '],
  [/\/update-photo$/, { status: 500, body: '{}' }, 'Failed to update profile photo in database'],
] as const;

let launchedBrowser: LaunchedBrowser;
let page: Page;
let account: Registration;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
  page = await openPage(launchedBrowser.browser);
  account = await register(page, url, username);
});

afterAll(() => launchedBrowser?.close());

const dialog = () => page.getByRole('dialog');
const pictureInput = () => page.locator('dialog input[type=file]');

/** Returns the own profile from the API. */
const fetchOwnProfile = async () => (await callApi<{ profile: OwnProfile }>(page, 'GET', '/me')).profile;

describe('profile editor', () => {
  it('rejects invalid usernames and an overlong bio', async () => {
    await openOwnProfile(page);
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page.getByRole('heading', { level: 1, name: 'Edit Your Profile' }).waitFor();
    await page.getByText('Your depth can only be increased by uploading files or making payments.').waitFor();
    await page.getByText('Recommended: square, max 5 MB').waitFor();

    expect(await page.getByLabel('Current Depth').inputValue()).toBe('0.00m');
    expect(await page.getByLabel('Current Depth').getAttribute('readonly')).not.toBeNull();

    for (const [name, error] of INVALID_USERNAMES) {
      await page.getByLabel('Username').fill(name);
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.getByText(error).waitFor();
    }

    await page.getByLabel('Username').fill(newUsername);
    await page.getByLabel('Bio').fill('🐙'.repeat(201));
    await page.getByText('201/200').first().waitFor();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Bio can have at most 200 characters').waitFor();

    expect(await page.evaluate('document.activeElement.name')).toBe('bio');
    expect((await fetchOwnProfile()).username).toBe(username);
  });

  it('requires confirmation before unsaved changes are discarded', async () => {
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    const leaveDialog = page.getByRole('dialog', { name: 'Discard your changes?' });
    await leaveDialog.getByRole('button', { name: 'Keep Editing' }).click();
    await leaveDialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Edit Your Profile' }).waitFor();
  });

  it('shows an error and keeps the input when saving fails', async () => {
    await page.getByLabel('Bio').fill('Where the <b>reef</b> ends.\nSecond line.');
    await page.route(/\/api\/profile$/, (route) => route.abort());
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Failed to update profile').waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe(newUsername);

    await page.unrouteAll();
  });

  it('shows the new username everywhere after the update', async () => {
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Your profile has been updated.').waitFor();
    await page.waitForURL('**/profile/*');
    await page.getByRole('heading', { level: 1, name: newUsername }).waitFor();
    expect(await page.locator('.profile-head__bio').textContent()).toBe('Where the <b>reef</b> ends.\nSecond line.');

    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: `Welcome, ${newUsername}` }).waitFor();
  });

  it('keeps the input during a login after the session expires', async () => {
    await page.goto(`${url}/edit-profile`);
    await page.getByLabel('Bio').fill('Too late');
    await invalidateSession(page, /\/api\/(sockets|messages|conversations|me$)/);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.waitForURL('**/login');

    await logIn(page, account);
    await page.waitForURL('**/edit-profile');
    await page.getByLabel('Username').waitFor();
    expect(await page.getByLabel('Bio').inputValue()).toBe('Too late');

    await page.getByRole('button', { name: 'Cancel' }).click();
    await dialog().getByRole('button', { name: 'Discard Changes' }).click();
    expect((await fetchOwnProfile()).bio).toBe('Where the <b>reef</b> ends.\nSecond line.');

    await page.waitForURL('**/profile/*');
    await page.getByRole('link', { name: 'Edit Profile' }).click();

    expect(await page.getByLabel('Bio').inputValue()).toBe('Where the <b>reef</b> ends.\nSecond line.');
  });
});

describe('profile picture', () => {
  const HTML = Buffer.from('<html><script>alert(1)</script>');
  const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');

  it.each([
    ['page.png', 'image/png', HTML, 'Please upload an image file'],
    ['drawing.svg', 'image/svg+xml', SVG, 'Please upload an image file'],
    ['large.png', 'image/png', Buffer.alloc(MAX_PICTURE_BYTES + 1), 'Image size must be less than 5MB'],
  ])('rejects %s (%s)', async (name, mimeType, buffer, error) => {
    await openOwnProfile(page);
    await page.getByRole('button', { name: 'Change profile photo' }).click();
    await pictureInput().setInputFiles({ name, mimeType, buffer });
    await dialog().getByText(error).waitFor();
    expect(await dialog().getByRole('button', { name: 'Upload Photo' }).count()).toBe(0);

    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });

    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Change profile photo');
  });

  it('shows in the dialog which upload step failed', async () => {
    await page.getByRole('button', { name: 'Change profile photo' }).click();
    await pictureInput().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: createPng(50_000) });
    const uploadButton = dialog().getByRole('button', { name: 'Upload Photo' });
    const headers = { 'access-control-allow-origin': '*' };

    for (const [requestUrl, response, error] of UPLOAD_FAILURES) {
      await page.route(requestUrl, (route) => route.fulfill({ ...response, headers }));
      await uploadButton.click();
      await dialog().getByText(error).waitFor();
      await page.unroute(requestUrl);
    }

    await dialog().getByRole('button', { name: 'Discard' }).press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('file');

    await page.keyboard.press('Escape');
    expect((await fetchOwnProfile()).profilePicture).toBe('');
  });

  it('publishes a picture as a square of at most 512 pixels without metadata, in every avatar', async () => {
    await page.getByRole('button', { name: 'Change profile photo' }).click();
    const original = await createCameraPicture(page, 1600, 1000);
    expect(original.includes(EXIF_SECRET)).toBe(true);

    await pictureInput().setInputFiles({ name: 'me at home.jpg', mimeType: 'image/jpeg', buffer: original });
    await dialog().getByRole('img', { name: 'Photo preview' }).waitFor();
    await dialog().getByRole('button', { name: 'Upload Photo' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });

    const { profilePicture } = await fetchOwnProfile();
    const readAvatarUrls = () =>
      page.locator('.avatar img').evaluateAll((images) => images.map((img) => img.getAttribute('src')));

    await expect.poll(readAvatarUrls).toContain(profilePicture);
    expect(new Set(await readAvatarUrls())).toEqual(new Set([profilePicture]));
    expect(await page.locator('.navigation .avatar img').count()).toBe(1);

    const pictureResponse = await page.request.get(new URL(profilePicture, url).href);
    expect(pictureResponse.status()).toBe(200);

    const bytes = await pictureResponse.body();
    expect(bytes.includes(EXIF_SECRET)).toBe(false);
    expect(bytes.includes('Exif')).toBe(false);
    // The URL must not contain the file's name.
    expect(profilePicture).not.toContain('home');

    const size = await page.locator('.navigation .avatar img').evaluate(async (img) => {
      // The types of tests don't include the browser's elements.
      const picture = img as unknown as { decode(): Promise<void>; naturalWidth: number; naturalHeight: number };
      await picture.decode();
      return [picture.naturalWidth, picture.naturalHeight];
    });

    expect(size).toEqual([512, 512]);
  });

  it('removes the profile picture', async () => {
    await page.goto(`${url}/edit-profile`);
    const readFocusedText = () => page.evaluate('document.activeElement.textContent');

    await page.getByRole('button', { name: 'Remove Photo' }).press('Enter');
    await expect.poll(readFocusedText).toBe('Keep Current Photo');

    await page.keyboard.press('Enter');
    await expect.poll(readFocusedText).toBe('Remove Photo');

    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.waitForURL('**/profile/*');

    await expect.poll(async () => (await fetchOwnProfile()).profilePicture).toBe('');
    expect(await page.locator('.avatar img').count()).toBe(0);
  });
});
