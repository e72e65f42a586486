import type { Page } from 'playwright-core';
import { contract } from '../../../shared/contract/contract.ts';
import { RECOVERY_CODES } from '../../../shared/rules/limits.ts';
import { apiError, type FakeApi } from '../../../web/src/test-support/fake-api.ts';
import { SIGN_IN_SETTINGS, VIEWER } from '../../../web/src/test-support/sample-data.ts';
import { button, dialogButton, endSession, type ScreenState } from './screen-data.ts';

const PATH = '/settings/security';
const NEW_EMAIL = 'wilma.with.a.very.long.address.indeed@reef.example';
const dates = { createdAt: '2026-01-05T10:00:00.000Z', lastUsedAt: '2026-02-05T10:00:00.000Z' };

const DEVICES = [
  { id: 'eu-central-1_a', name: 'Windows 15.0.0 x86 Windows Chromium/140.0.7339.80', ...dates },
  { id: 'eu-central-1_b', name: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2) Version/18.2 Safari/604.1', ...dates },
  { id: 'eu-central-1_c', name: '', ...dates },
];

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSW';

const withSettings = (changes: Partial<typeof SIGN_IN_SETTINGS>) => (api: FakeApi) =>
  api.on(contract.credentials.signInSettings, () => ({ ...SIGN_IN_SETTINGS, ...changes }));

const withTotp = (api: FakeApi) =>
  api
    .on(contract.credentials.setUpTotp, () => ({
      secret: SECRET,
      uri: `otpauth://totp/Fathom:${VIEWER.email}?secret=${SECRET}&issuer=Fathom`,
    }))
    .on(contract.credentials.enableTotp, () => ({
      recoveryCodes: Array.from({ length: RECOVERY_CODES }, (_, index) => `k7qw-2m9x-tc4h-p3v${index}`),
    }));

/** Opens the set-up of two-step sign-in, up to the QR code. */
async function openTotpSetUp(page: Page): Promise<void> {
  await button(page, 'Set Up').click();
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await section.getByLabel('Current Password').fill('second-dive-2');
  await button(page, 'Next').click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
}

/** Fills in a code and submits it with the button of this name. */
async function fillCode(page: Page, code: string, buttonName: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await button(page, buttonName).click();
}

/** Logs the viewer in. The user pool responds with this challenge. */
async function logIn(page: Page, challenge: object): Promise<void> {
  // Takes precedence over the route of `openWithApi`, which rejects every request to the user pool.
  await page.route(
    (url) => !url.pathname.startsWith('/api') && url.pathname !== '/config.json',
    (route) => {
      const isSignIn = route.request().headers()['x-amz-target']?.endsWith('.InitiateAuth');
      return isSignIn ? route.fulfill({ json: challenge }) : route.fallback();
    },
  );

  await page.getByLabel('Email').fill(VIEWER.email);
  await page.getByLabel('Password', { exact: true }).fill('second-dive-2');
  await button(page, 'Log In').click();
}

const logInWithTotp = (page: Page) =>
  logIn(page, { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 'challenge', ChallengeParameters: {} });

/** Screen states of signing in with two steps, and of the settings for it. */
export const CREDENTIAL_STATES: readonly ScreenState[] = [
  {
    name: 'register-common-password',
    path: '/register',
    visitor: true,
    api: (api) => api.fail(contract.credentials.register, () => apiError({ code: 'CommonPassword' })),
    reach: async (page) => {
      await page.getByLabel('Username').fill('Wilma');
      await page.getByLabel('Email').fill(VIEWER.email);
      await page.getByLabel('Password', { exact: true }).fill('password1');
      await page.getByLabel('Confirm Password').fill('password1');
      await button(page, 'Register').click();
    },
    shows: 'That password is too common.',
  },
  {
    name: 'register-exists',
    path: '/register',
    visitor: true,
    api: (api) => api.fail(contract.credentials.register, () => apiError({ code: 'AccountExists' })),
    reach: async (page) => {
      await page.getByLabel('Username').fill('Wilma');
      await page.getByLabel('Email').fill(VIEWER.email);
      await page.getByLabel('Password', { exact: true }).fill('second-dive-2');
      await page.getByLabel('Confirm Password').fill('second-dive-2');
      await button(page, 'Register').click();
    },
    shows: 'Log in instead',
  },
  { name: 'login-totp', path: '/login', visitor: true, reach: logInWithTotp, shows: 'Lost your authenticator?' },
  {
    name: 'login-recover',
    path: '/login',
    visitor: true,
    api: (api) => api.fail(contract.credentials.recover, () => apiError({ code: 'InvalidCode' })),
    reach: async (page) => {
      await logInWithTotp(page);
      await button(page, /^Lost your authenticator/).click();
      await page.getByRole('textbox', { name: 'Recovery Code' }).fill('k7qw');
      await button(page, 'Switch Off and Log In').click();
    },
    shows: "That recovery code isn't right.",
  },
  { name: 'security', path: PATH, api: withSettings({}), shows: 'No devices are listed yet.' },
  {
    name: 'security-failed',
    path: PATH,
    api: (api) => api.fail(contract.credentials.signInSettings),
    shows: "Your sign-in settings couldn't be loaded.",
  },
  {
    name: 'security-full',
    path: PATH,
    api: withSettings({ totp: true, recoveryCodesLeft: 2, devices: DEVICES, pendingEmail: NEW_EMAIL }),
    shows: '2 recovery codes left.',
  },
  {
    name: 'security-foreign-totp',
    path: PATH,
    api: withSettings({ totp: true }),
    shows: 'Someone switched it on without recovery codes.',
  },
  {
    name: 'security-errors',
    path: PATH,
    api: (api) =>
      api
        .fail(contract.credentials.changeEmail, () => apiError({ code: 'WrongPassword' }))
        .fail(contract.credentials.changePassword, () => apiError({ code: 'TooManyAttempts' })),
    reach: async (page) => {
      await page.getByLabel('Current Password').fill('wrong-one-1');
      await page.getByLabel('New Password').fill('second-dive-2');
      await page.getByLabel('Confirm Password').fill('second-dive-2');
      await button(page, 'Change Password').click();
      await page.getByText('Too many attempts.').waitFor();

      await button(page, 'Change Email').click();

      const section = page.getByRole('region', { name: 'Email' });
      await section.getByLabel('New Email').fill(NEW_EMAIL);
      await section.getByLabel('Current Password').fill('wrong-one-1');
      await button(page, 'Send Code').click();
    },
    shows: "Your current password isn't right.",
  },
  { name: 'security-key', path: PATH, api: withTotp, reach: openTotpSetUp, shows: '.security__qr' },
  {
    name: 'security-codes',
    path: PATH,
    api: withTotp,
    reach: async (page) => {
      await openTotpSetUp(page);
      await fillCode(page, '123456', 'Turn On');
    },
    shows: '.security__codes',
  },
  {
    name: 'security-sign-out',
    path: PATH,
    api: (api) =>
      withSettings({ devices: DEVICES })(api).fail(contract.credentials.signOutEverywhere, () =>
        apiError({ code: 'Internal' }),
      ),
    reach: async (page) => {
      await button(page, 'Sign Out Everywhere').click();
      await dialogButton(page, 'Sign Out Everywhere').click();
    },
    shows: "You couldn't be signed out.",
  },
  { name: 'security-signed-out', path: PATH, reach: endSession, shows: 'Please log in to change how you sign in.' },
];
