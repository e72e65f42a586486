import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import { selectEngine } from '../../support/engines.ts';
import { WAIT_TIMEOUT_MS } from '../../support/time-limits.ts';
import { buyDepth } from './api-calls.ts';

/** Size of the window in pixels, unless a test sets another. */
const DESKTOP = { width: 1440, height: 900 };

/** The details of an account. */
export interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** Opens a page in a new context without animations. Firefox and WebKit are started without animations. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const motionOptions: BrowserContextOptions = selectEngine() === 'chromium' ? { reducedMotion: 'reduce' } : {};
  return openTab(await browser.newContext({ ...motionOptions, viewport: DESKTOP, ...options }));
}

/** Opens a page in a context. All pages of a context belong to one member. Actions have the time limit of all waits. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_TIMEOUT_MS);
  return page;
}

interface MemberOptions extends BrowserContextOptions {
  /** The depth that the member buys before their first visit, in metres. */
  readonly metres?: number;
}

/** Opens a page for a new member. The page shows the member's dashboard. */
export async function openMember(
  browser: Browser,
  username: string,
  { metres, ...options }: MemberOptions = {},
): Promise<Page> {
  const page = await openPage(browser, options);
  await register(page, inject('url'), username, metres);
  return page;
}

/**
 * Registers a new member through the API and signs the page in. The page then shows their dashboard.
 *
 * Skips the registration form, which has its own tests and takes about two seconds.
 *
 * @param metres - the depth that the member buys before their first visit
 */
export async function register(page: Page, url: string, username: string, metres = 0): Promise<Registration> {
  const registration = { username, email: `${randomUUID()}@fathom.example`, password: 'second-dive-2' };
  const session = await createSession(url, registration);

  // Any small document of the site gives access to its storage.
  await page.goto(`${url}/config.json`);
  await page.evaluate(
    `for (const [key, value] of Object.entries(${JSON.stringify(session)})) localStorage.setItem(key, value)`,
  );
  if (metres > 0) await buyDepth(page, metres);
  await page.goto(`${url}/dashboard`);
  await page.getByRole('heading', { name: `Welcome, ${username}` }).waitFor();

  return registration;
}

/** The tokens and the device that the user pool returns to a member who signs in. */
interface SignInResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken: string;
  readonly NewDeviceMetadata: { readonly DeviceKey: string; readonly DeviceGroupKey: string };
}

/** Signs a new member up and in. Returns the entries of local storage in which Amplify keeps the session. */
async function createSession(url: string, registration: Registration): Promise<object> {
  const { email, password } = registration;
  const config = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  await registerAccount(config, registration);

  const { AuthenticationResult: result } = await callPool<{ AuthenticationResult: SignInResult }>(
    config,
    'InitiateAuth',
    { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD: password } },
  );

  // The session can be refreshed only if the new device is confirmed, as Amplify does.
  await callPool(config, 'ConfirmDevice', {
    AccessToken: result.AccessToken,
    DeviceKey: result.NewDeviceMetadata.DeviceKey,
    DeviceSecretVerifierConfig: { PasswordVerifier: 'dmVyaWZpZXI=', Salt: 'c2FsdA==' },
  });

  return buildStorageEntries(config.userPoolClientId, email, result);
}

/** Registers an account through the API. */
async function registerAccount({ apiUrl }: RuntimeConfig, registration: Registration): Promise<void> {
  const { method, path } = contract.credentials.register;
  const response = await fetch(`${apiUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration),
  });
  expect(response.status, `registration: ${await response.text()}`).toBe(200);
}

/** Calls an operation of the user pool, and returns its output. */
async function callPool<T>(config: RuntimeConfig, operation: string, input: object): Promise<T> {
  const response = await fetch(config.userPoolEndpoint!, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: config.userPoolClientId, ...input }),
  });

  const body = await response.json();
  expect(response.status, `${operation}: ${JSON.stringify(body)}`).toBe(200);

  return body as T;
}

/** Returns the entries of local storage that Amplify writes when a member signs in. */
function buildStorageEntries(clientId: string, email: string, result: SignInResult): object {
  const [, claims = ''] = result.AccessToken.split('.');
  const userId = JSON.parse(Buffer.from(claims, 'base64url').toString()).sub;
  const { DeviceKey, DeviceGroupKey } = result.NewDeviceMetadata;

  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  return {
    [`${prefix}.LastAuthUser`]: userId,
    [`${prefix}.${userId}.accessToken`]: result.AccessToken,
    [`${prefix}.${userId}.idToken`]: result.IdToken,
    [`${prefix}.${userId}.refreshToken`]: result.RefreshToken,
    [`${prefix}.${userId}.deviceKey`]: DeviceKey,
    [`${prefix}.${userId}.deviceGroupKey`]: DeviceGroupKey,
    // The password of a remembered device. The pool remembers no devices.
    [`${prefix}.${userId}.randomPasswordKey`]: 'unused',
    [`${prefix}.${userId}.clockDrift`]: '0',
    [`${prefix}.${userId}.signInDetails`]: JSON.stringify({ loginId: email, authFlowType: 'USER_PASSWORD_AUTH' }),
  };
}

/** Fills in and submits the form on /register. */
export async function fillRegistration(page: Page, { username, email, password }: Registration): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
}

/** Fills in and submits the form on /login. */
export async function logIn(page: Page, { email, password }: Registration): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** Opens the member's menu in the navigation bar. */
export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('group', { name: 'Menu' }).waitFor();
}

/** Logs out with the button in the member's menu. */
export async function logOut(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('button', { name: 'Logout' }).click();
}

/** Opens the member's own profile with the link in the member's menu. */
export async function openOwnProfile(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
}

/** Returns the unrounded depth in the navigation bar, in metres. */
export async function readShownDepth(page: Page): Promise<number> {
  return Number(await page.getByRole('meter', { name: 'Your depth' }).getAttribute('data-depth'));
}

/** Simulates a return to the tab, which makes the page refresh its data. */
export async function returnToTab(page: Page): Promise<void> {
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
}

/** Returns whether an element has the focus. Pass it to `evaluate`. */
export const hasFocus = (element: { matches(selector: string): boolean }): boolean => element.matches(':focus');

/** Returns the accessible label of the focused element. */
export const readFocusedLabel = (page: Page) =>
  page.evaluate<string | null>('document.activeElement?.getAttribute("aria-label")');

/** Background requests for messages, which every screen sends. */
const BACKGROUND_REQUESTS = /\/api\/(sockets|messages|conversations)/;

/**
 * Makes the member's tokens invalid, like a revoked session.
 *
 * Background requests fail until the page navigates. Otherwise they would detect the end of the session before the
 * screen under test does.
 *
 * @param backgroundUrls - matches the URLs of the background requests; by default, those for messages
 */
export async function invalidateSession(page: Page, backgroundUrls = BACKGROUND_REQUESTS): Promise<void> {
  let isBlocked = true;
  // Don't unroute: a request in flight when interception ends may never complete.
  await page.route(backgroundUrls, (route) => (isBlocked ? route.abort() : route.fallback()));
  page.once('framenavigated', () => {
    isBlocked = false;
  });
  await page.evaluate(`for (const key of Object.keys(localStorage)) {
    if (/\\.(access|refresh)Token$/.test(key)) localStorage.setItem(key, localStorage.getItem(key).slice(0, -6) + 'AAAAAA');
  }`);
}
