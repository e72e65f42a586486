// @vitest-environment happy-dom
/** Tests of the settings that change the email and the password. See docs/product.md#changes-of-credentials. */
import { screen, type within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { resubmit, waitForFocus } from '../../test-support/form-actions.ts';
import { buildSecurityApi, openSecurity } from '../../test-support/open-security.ts';
import { acceptLogIn, requireTotp } from '../../test-support/render-app.tsx';
import { VIEWER } from '../../test-support/sample-data.ts';

const PASSWORD = 'second-dive-2';
const NEW_EMAIL = 'wilma@reef.example';
const NEW_PASSWORD = 'third-dive-3';
const buildWrongPasswordError = () => apiError({ code: 'WrongPassword' });
const buildInvalidCodeError = () => apiError({ code: 'InvalidCode' });
const buildSessionEndedError = () => apiError({ code: 'Unauthenticated', params: { reason: 'session-ended' } });

describe('email settings', () => {
  /** Builds an API that changes the email with the code 123456. */
  function buildEmailApi() {
    const { settings, api } = buildSecurityApi();
    api
      .on(contract.credentials.changeEmail, ({ email, password }) => {
        if (password !== PASSWORD) return buildWrongPasswordError();
        settings.pendingEmail = email === settings.email ? undefined : email;
        return {};
      })
      .on(contract.credentials.confirmEmail, ({ code }) => {
        if (code !== '123456') return buildInvalidCodeError();
        Object.assign(settings, { email: settings.pendingEmail, pendingEmail: undefined });
        return { email: settings.email };
      });

    return { settings, api };
  }

  /** Opens the form, and requests a change to {@link NEW_EMAIL}. */
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
  /** Builds an API that changes the password, and rejects the common password "password1". */
  const buildPasswordApi = () =>
    emptyApi().on(contract.credentials.changePassword, ({ currentPassword, newPassword }) => {
      if (newPassword === 'password1') return apiError({ code: 'CommonPassword' });
      return currentPassword === PASSWORD ? {} : buildWrongPasswordError();
    });

  /** Submits the form with a current password, a new one, and its confirmation. */
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
    const api = emptyApi().fail(contract.credentials.changePassword, buildSessionEndedError);
    const { user, section } = await openSecurity('Password', api, acceptLogIn);
    await changePassword(user, section, [PASSWORD, NEW_PASSWORD, NEW_PASSWORD]);
    await section.findByText('Your password has changed. Other devices are signed out.');
  });

  it('prompts to log in when the session had ended before the change', async () => {
    const api = emptyApi().fail(contract.credentials.changePassword, buildSessionEndedError);
    const { user, section } = await openSecurity('Password', api);
    await changePassword(user, section, [PASSWORD, NEW_PASSWORD, NEW_PASSWORD]);
    await screen.findByText('Please log in to change how you sign in.');
  });

  it('prompts to log in when the session was removed from this browser before the change', async () => {
    const api = buildPasswordApi();
    const { user, section } = await openSecurity('Password', api);
    localStorage.clear();
    await changePassword(user, section, [PASSWORD, NEW_PASSWORD, NEW_PASSWORD]);

    // Without its own check, the form would show an error until another request ends the session.
    const result = await screen.findByText(
      /^(The password couldn't be changed|Please log in to change how you sign in)/,
    );
    expect(result.textContent).toBe('Please log in to change how you sign in.');
    expect(api.inputsOf(contract.credentials.changePassword)).toEqual([]);
  });

  it('prompts to log in when this browser cannot be signed in again', async () => {
    const { user, section } = await openSecurity('Password', buildPasswordApi());
    await changePassword(user, section, [PASSWORD, NEW_PASSWORD, NEW_PASSWORD]);
    await screen.findByText('Please log in to change how you sign in.');
    await screen.findByText('Your password has changed. Log in again with the new one.');
  });
});
