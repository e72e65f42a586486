// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError, type FakeApi } from '../../test-support/fake-api.ts';
import { buildSecurityApi, openSecurity, resubmit, waitForFocus } from '../../test-support/open-security.ts';
import { acceptLogIn, CONFIG, requireTotp } from '../../test-support/render-app.tsx';
import { VIEWER } from '../../test-support/sample-data.ts';

const PASSWORD = 'second-dive-2';
const NEW_EMAIL = 'wilma@reef.example';
const NEW_PASSWORD = 'third-dive-3';
const wrongPassword = () => apiError({ code: 'WrongPassword' });
const invalidCode = () => apiError({ code: 'InvalidCode' });
const sessionEnded = () => apiError({ code: 'Unauthenticated', params: { reason: 'session-ended' } });

describe('email settings', () => {
  /** Builds an API that changes the email with the code 123456. */
  function buildEmailApi() {
    const { settings, api } = buildSecurityApi();
    api
      .on(contract.credentials.changeEmail, ({ email, password }) => {
        if (password !== PASSWORD) return wrongPassword();
        settings.pendingEmail = email === settings.email ? undefined : email;
        return {};
      })
      .on(contract.credentials.confirmEmail, ({ code }) => {
        if (code !== '123456') return invalidCode();
        Object.assign(settings, { email: settings.pendingEmail, pendingEmail: undefined });
        return { email: settings.email };
      });

    return { settings, api };
  }

  async function requestChange(user: UserEvent, section: ReturnType<typeof within>, password = PASSWORD) {
    await user.click(section.getByRole('button', { name: 'Change Email' }));
    await waitForFocus(section.getByLabelText('New Email'));
    await user.type(section.getByLabelText('New Email'), NEW_EMAIL);
    await user.type(section.getByLabelText('Current Password'), `${password}{Enter}`);
  }

  it('changes the email after the code from the new address is entered', async () => {
    const { user, section } = await openSecurity('Email', buildEmailApi().api);
    section.getByText(VIEWER.email);
    await requestChange(user, section, 'not-the-password');
    await section.findByText("Your current password isn't right.");
    await waitForFocus(section.getByLabelText('Current Password'));
    await resubmit(user, section.getByLabelText('Current Password'), PASSWORD);

    await section.findByText((text) => text.includes(`Until you enter it here, you log in with ${VIEWER.email}.`));
    await waitForFocus(section.getByLabelText('Code'));
    await user.type(section.getByLabelText('Code'), '000000{Enter}');
    await section.findByText("That code isn't right, or it has expired.");

    await resubmit(user, section.getByLabelText('Code'), '123456');
    await section.findByText(`Your email is now ${NEW_EMAIL}.`);
    section.getByText(NEW_EMAIL);
    await waitForFocus(section.getByRole('heading', { name: 'Email' }));
  });

  it('rejects the present address', async () => {
    const { api } = buildEmailApi();
    const { user, section } = await openSecurity('Email', api);
    await user.click(section.getByRole('button', { name: 'Change Email' }));
    await user.type(section.getByLabelText('New Email'), VIEWER.email.toUpperCase());
    await user.type(section.getByLabelText('Current Password'), `${PASSWORD}{Enter}`);

    await section.findByText("That's your present email.");
    expect(api.inputsOf(contract.credentials.changeEmail)).toEqual([]);
  });

  it('keeps a pending change after a reload, and repeats or cancels it with the password', async () => {
    const { settings, api } = buildEmailApi();
    settings.pendingEmail = NEW_EMAIL;
    const { user, section } = await openSecurity('Email', api);
    await section.findByText((text) => text.startsWith(`We've sent a code to ${NEW_EMAIL}.`));
    // The member didn't open this form, so it must not take the focus.
    expect(document.activeElement).not.toBe(section.getByLabelText('Code'));

    await user.click(section.getByRole('button', { name: 'Send the code again' }));
    await user.type(section.getByLabelText('Current Password'), `${PASSWORD}{Enter}`);
    await section.findByText((text) => text.startsWith(`We've sent a code to ${NEW_EMAIL}.`));

    await user.click(section.getByRole('button', { name: 'Cancel the change' }));
    await section.findByText('The change is cancelled.');

    expect(api.inputsOf(contract.credentials.changeEmail)).toEqual([
      { email: NEW_EMAIL, password: PASSWORD },
      { email: VIEWER.email, password: PASSWORD },
    ]);
    section.getByRole('button', { name: 'Change Email' });
  });
});

describe('password settings', () => {
  const buildPasswordApi = () =>
    emptyApi().on(contract.credentials.changePassword, ({ currentPassword, newPassword }) => {
      if (newPassword === 'password1') return apiError({ code: 'CommonPassword' });
      return currentPassword === PASSWORD ? {} : wrongPassword();
    });

  async function changePassword(user: UserEvent, section: ReturnType<typeof within>, values: readonly string[]) {
    for (const [index, label] of ['Current Password', 'New Password', 'Confirm Password'].entries()) {
      await user.clear(section.getByLabelText(label));
      await user.type(section.getByLabelText(label), values[index] ?? '');
    }
    await user.click(section.getByRole('button', { name: 'Change Password' }));
  }

  it('shows each error next to its field, and keeps this browser signed in after the change', async () => {
    const { user, section } = await openSecurity('Password', buildPasswordApi(), acceptLogIn);
    for (const [values, error] of [
      [[PASSWORD, NEW_PASSWORD, 'another-dive-4'], 'Passwords do not match'],
      [[PASSWORD, 'short', 'short'], 'Password must be at least 6 characters'],
      [['wrong-one', NEW_PASSWORD, NEW_PASSWORD], "Your current password isn't right."],
      [[PASSWORD, 'password1', 'password1'], 'That password is too common. Please choose another one.'],
    ] as const) {
      await changePassword(user, section, values);
      await section.findByText(error);
    }

    await changePassword(user, section, [PASSWORD, NEW_PASSWORD, NEW_PASSWORD]);
    await section.findByText('Your password has changed. Other devices are signed out.');

    expect(section.getByLabelText<HTMLInputElement>('Current Password').value).toBe('');
  });

  it('asks for a code of the authenticator app with two-step sign-in', async () => {
    const { user, section } = await openSecurity('Password', buildPasswordApi(), requireTotp('123456'));
    await changePassword(user, section, [PASSWORD, NEW_PASSWORD, NEW_PASSWORD]);

    const code = await section.findByLabelText('Code');
    await user.type(code, '654321{Enter}');
    await section.findByText("That code isn't right. Check it and try again.");
    await resubmit(user, code, '123456');
    await section.findByText('Your password has changed. Other devices are signed out.');
    await waitForFocus(section.getByRole('heading', { name: 'Password' }));
  });

  it('signs this browser in when only the response to the change was lost', async () => {
    const api = emptyApi().fail(contract.credentials.changePassword, sessionEnded);
    const { user, section } = await openSecurity('Password', api, acceptLogIn);
    await changePassword(user, section, [PASSWORD, NEW_PASSWORD, NEW_PASSWORD]);
    await section.findByText('Your password has changed. Other devices are signed out.');
  });

  it('prompts to log in when the session had ended before the change', async () => {
    const api = emptyApi().fail(contract.credentials.changePassword, sessionEnded);
    const { user, section } = await openSecurity('Password', api);
    await changePassword(user, section, [PASSWORD, NEW_PASSWORD, NEW_PASSWORD]);
    await screen.findByText('Please log in to change how you sign in.');
  });

  it('prompts to log in when this browser cannot be signed in again', async () => {
    const { user, section } = await openSecurity('Password', buildPasswordApi());
    await changePassword(user, section, [PASSWORD, NEW_PASSWORD, NEW_PASSWORD]);
    await screen.findByText('Please log in to change how you sign in.');
    await screen.findByText('Your password has changed. Log in again with the new one.');
  });
});

describe('two-step sign-in settings', () => {
  const totpSecret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Fathom?secret=JBSW' };
  const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-000${index}`);

  /** Builds an API that sets up an authenticator app with the code 123456. */
  function buildTotpApi(): FakeApi {
    const { settings, api } = buildSecurityApi();
    return api
      .on(contract.credentials.setUpTotp, ({ password }) => (password === PASSWORD ? totpSecret : wrongPassword()))
      .on(contract.credentials.enableTotp, ({ password, code }) => {
        if (password !== PASSWORD || code !== '123456') return invalidCode();
        Object.assign(settings, { totp: true, recoveryCodesLeft: 10 });
        return { recoveryCodes: codes };
      });
  }

  /** Sends the password. The section then shows a QR code, and asks for a code of the app. */
  async function startSetUp() {
    const { user, section } = await openSecurity('Two-step sign-in', buildTotpApi());
    section.getByText('Off. Your password alone opens your account.');
    await user.click(section.getByRole('button', { name: 'Set Up' }));
    await waitForFocus(section.getByLabelText('Current Password'));
    await user.type(section.getByLabelText('Current Password'), `${PASSWORD}{Enter}`);
    await section.findByRole('img', { name: 'QR code for your authenticator app' });

    return { user, section };
  }

  it('sets up an authenticator app with a code, after an error for a wrong one', async () => {
    const { user, section } = await startSetUp();
    section.getByText('JBSW Y3DP EHPK 3PXP');
    await waitForFocus(section.getByLabelText('Code'));

    await user.type(section.getByLabelText('Code'), '000000{Enter}');
    await section.findByText("That code isn't right, or it has expired.");
    await resubmit(user, section.getByLabelText('Code'), '123456');
    await waitForFocus(await section.findByRole('heading', { name: 'Save your recovery codes' }));
  });

  it('shows the recovery codes once, and keeps the page from closing before they are saved', async () => {
    const { user, section } = await startSetUp();
    await user.type(section.getByLabelText('Code'), '123456{Enter}');
    await section.findByRole('heading', { name: 'Save your recovery codes' });
    expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes);

    await user.click(section.getByRole('button', { name: 'Copy Codes' }));
    await section.findByText('Copied.');
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));

    const closeEvent = new Event('beforeunload', { cancelable: true });
    dispatchEvent(closeEvent);
    expect(closeEvent.defaultPrevented).toBe(true);

    await user.click(section.getByRole('button', { name: "I've Saved Them" }));
    await section.findByText('Two-step sign-in is on.');
    section.getByText((text) => text.includes('10 recovery codes left.'));
    await waitForFocus(section.getByRole('heading', { name: 'Two-step sign-in' }));
  });

  it('switches two-step sign-in off after the password is entered', async () => {
    const { settings, api } = buildSecurityApi({ totp: true, recoveryCodesLeft: 1 });
    api.on(contract.credentials.disableTotp, ({ password }) => {
      if (password !== PASSWORD) return wrongPassword();
      Object.assign(settings, { totp: false, recoveryCodesLeft: 0 });
      return {};
    });

    const { user, section } = await openSecurity('Two-step sign-in', api);
    section.getByText((text) => text.startsWith('1 recovery code left. To get new recovery codes, switch'));
    await user.click(section.getByRole('button', { name: 'Switch Off' }));
    await user.type(section.getByLabelText('Current Password'), 'wrong-one{Enter}');
    await section.findByText("Your current password isn't right.");

    await resubmit(user, section.getByLabelText('Current Password'), PASSWORD);
    await section.findByText('Two-step sign-in is off.');
    section.getByText('Off. Your password alone opens your account.');
  });

  it('warns about a second step that has no recovery codes', async () => {
    const { section } = await openSecurity('Two-step sign-in', buildSecurityApi({ totp: true }).api);
    section.getByText((text) => text.startsWith('Someone switched it on without recovery codes.'));
  });
});

describe('device settings', () => {
  const times = { createdAt: '2026-01-05T10:00:00.000Z', lastUsedAt: '2026-02-05T10:00:00.000Z' };
  const ownDevice = { id: 'eu-central-1_own', name: 'Linux 6.1 x86 Linux Chromium/140.0.0.0', ...times };
  const otherDevice = {
    id: 'eu-central-1_other',
    name: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/143.0',
    ...times,
  };

  it('marks this device and signs out another one', async () => {
    const { settings, api } = buildSecurityApi({ devices: [ownDevice, otherDevice] });
    api.on(contract.credentials.forgetDevice, ({ deviceId }) => {
      settings.devices = settings.devices.filter(({ id }) => id !== deviceId);
      return {};
    });
    const keyPrefix = `CognitoIdentityServiceProvider.${CONFIG.userPoolClientId}`;
    localStorage.setItem(`${keyPrefix}.${VIEWER.email}.deviceKey`, ownDevice.id);

    const { user, section } = await openSecurity('Signed-in devices', api);
    const ownItem = await waitFor(() => {
      const ownRow = section.getByText('This device').closest('li');
      expect(ownRow).not.toBeNull();
      return ownRow as HTMLElement;
    });
    within(ownItem).getByText((text) => text.startsWith('Chrome on Linux'));
    expect(within(ownItem).queryByRole('button')).toBeNull();

    await user.click(section.getByRole('button', { name: 'Sign out Firefox on Windows' }));
    await section.findByText('Firefox on Windows is signed out.');

    expect(section.getAllByRole('listitem')).toHaveLength(1);
    expect(api.inputsOf(contract.credentials.forgetDevice)).toEqual([{ deviceId: otherDevice.id }]);
    await waitForFocus(section.getByRole('heading', { name: 'Signed-in devices' }));
  });

  it('signs out everywhere after a confirmation, and opens the login page', async () => {
    const api = emptyApi().on(contract.credentials.signOutEverywhere, () => ({}));
    const { user, section } = await openSecurity('Signed-in devices', api);
    await user.click(section.getByRole('button', { name: 'Sign Out Everywhere' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }));
    expect(api.inputsOf(contract.credentials.signOutEverywhere)).toEqual([]);

    await user.click(dialog.getByRole('button', { name: 'Sign Out Everywhere' }));
    await screen.findByText("You've been signed out everywhere.");
    expect(location.pathname).toBe('/login');
    expect(Object.keys(localStorage).filter((key) => key.endsWith('Token'))).toEqual([]);
  });

  it('prompts to log in when the session had ended before the sign-out', async () => {
    const api = emptyApi().fail(contract.credentials.signOutEverywhere, sessionEnded);
    const { user, section } = await openSecurity('Signed-in devices', api);
    await user.click(section.getByRole('button', { name: 'Sign Out Everywhere' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign Out Everywhere' }));

    const prompt = (await screen.findByText('Please log in to change how you sign in.')).closest('[role=alert]');
    expect(prompt?.textContent).toContain('Your session has ended');
  });

  it('shows an error and stays signed in when the sign-out fails', async () => {
    const api = emptyApi().fail(contract.credentials.signOutEverywhere, () => apiError({ code: 'Internal' }));
    const { user, section } = await openSecurity('Signed-in devices', api);
    await user.click(section.getByRole('button', { name: 'Sign Out Everywhere' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Sign Out Everywhere' }));

    await dialog.findByText("You couldn't be signed out. Something went wrong on our side. Please try again.");
    expect(location.pathname).toBe('/settings/security');
  });
});
