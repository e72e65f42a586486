// @vitest-environment happy-dom
/** Tests of the login with a code of an authenticator app, or with a recovery code. */
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError, type FakeApi } from '../../test-support/fake-api.ts';
import { acceptLogIn, type PoolResponder, poolError, renderApp, requireTotp } from '../../test-support/render-app.tsx';
import { VIEWER } from '../../test-support/sample-data.ts';

const PASSWORD = 'second-dive-2';
const RECOVERY_CODE = 'k7qw-2m9x-tc4h-p3vd';

/** Opens the login page and sends email and password. */
async function logIn(pool: PoolResponder, api: FakeApi = emptyApi()) {
  const { user } = renderApp('/login', { isSignedIn: false, api, pool });
  await user.type(await screen.findByLabelText('Email'), VIEWER.email);
  await user.type(screen.getByLabelText('Password'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  return user;
}

describe('login form with two-step sign-in', () => {
  it('asks for a code of the authenticator app until it is right', async () => {
    const user = await logIn(requireTotp('123456'));
    await screen.findByRole('heading', { name: 'Enter your code' });

    const code = screen.getByLabelText<HTMLInputElement>('Code');
    expect(code).toBe(document.activeElement);
    expect([code.inputMode, code.autocomplete]).toEqual(['numeric', 'one-time-code']);

    await user.type(code, '654321');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText("That code isn't right. Check it and try again.");
    expect(code).toBe(document.activeElement);

    await user.clear(code);
    await user.type(code, '123 456{Enter}');
    await screen.findByRole('heading', { name: 'Welcome, Wilma' });
  });

  it('starts the sign-in again when Cognito has stopped waiting for the code', async () => {
    const totp = requireTotp('123456');
    // Cognito rejects only the first code, because the sign-in has expired.
    const firstResponses = [poolError('NotAuthorizedException', 'Invalid session for the user, session is expired.')];
    const user = await logIn((operation, input) =>
      operation === 'RespondToAuthChallenge'
        ? (firstResponses.pop() ?? totp(operation, input))
        : totp(operation, input),
    );

    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await screen.findByRole('heading', { name: 'Welcome, Wilma' });
  });

  it('says how long to wait while the account is locked', async () => {
    await logIn(() => poolError('NotAuthorizedException', 'Password attempts exceeded'));
    await screen.findByText('Failed to log in: Too many failed attempts. Wait up to 15 minutes, then try again.');
  });

  /** Logs in, and opens the form for a recovery code. Returns its field. */
  async function openRecovery(pool: PoolResponder, api: FakeApi) {
    const user = await logIn(pool, api);
    await user.click(await screen.findByRole('button', { name: 'Lost your authenticator? Use a recovery code' }));
    return { user, field: screen.getByLabelText('Recovery Code') };
  }

  /** Opens the form. Its API switches two-step sign-in off after the right recovery code. */
  async function openWorkingRecovery() {
    let pool = requireTotp('123456');
    const api = emptyApi().on(contract.credentials.recover, ({ recoveryCode }) => {
      if (recoveryCode !== RECOVERY_CODE) return apiError({ code: 'InvalidCode' });
      pool = acceptLogIn;
      return {};
    });

    const { user, field } = await openRecovery((...request) => pool(...request), api);
    return { api, user, field };
  }

  it('rejects a wrong recovery code, and accepts the right one between spaces', async () => {
    const { api, user, field } = await openWorkingRecovery();
    expect(field).toBe(document.activeElement);

    await user.type(field, 'not-a-code{Enter}');
    await screen.findByText("That recovery code isn't right. Each code works only once.");

    await user.clear(field);
    await user.type(field, ` ${RECOVERY_CODE} {Enter}`);
    await screen.findByRole('heading', { name: 'Two-step sign-in is off' });
    expect(api.inputsOf(contract.credentials.recover).at(-1)).toEqual({
      email: VIEWER.email,
      password: PASSWORD,
      recoveryCode: RECOVERY_CODE,
    });
  });

  it('says after a recovery how to set two-step sign-in up again, and signs in', async () => {
    const { user, field } = await openWorkingRecovery();

    await user.type(field, `${RECOVERY_CODE}{Enter}`);
    await screen.findByRole('heading', { name: 'Two-step sign-in is off' });
    screen.getByText((text) => text.includes('To set it up again, open your profile'));

    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { name: 'Welcome, Wilma' });
  });

  it('signs in when the response to a used recovery code was lost', async () => {
    let pool = requireTotp('123456');
    const api = emptyApi().on(contract.credentials.recover, () => apiError({ code: 'InvalidCode' }));
    const { user, field } = await openRecovery((...request) => pool(...request), api);

    pool = acceptLogIn;
    await user.type(field, `${RECOVERY_CODE}{Enter}`);
    await screen.findByRole('heading', { name: 'Two-step sign-in is off' });
  });
});

describe('password reset with two-step sign-in', () => {
  it('asks for a code of the authenticator app after the new password', async () => {
    const api = emptyApi().on(contract.credentials.resetPassword, () => ({}));
    const totp = requireTotp('123456');
    const pool: PoolResponder = (operation, input) =>
      operation === 'ForgotPassword' ? Response.json({ CodeDeliveryDetails: {} }) : totp(operation, input);
    const { user } = renderApp('/forgot-password', { isSignedIn: false, api, pool });

    await user.type(await screen.findByLabelText('Email'), VIEWER.email);
    await user.click(screen.getByRole('button', { name: 'Send Code' }));
    await user.type(await screen.findByLabelText('Code'), '111111');
    await user.type(screen.getByLabelText('New Password'), 'third-dive-3');
    await user.type(screen.getByLabelText('Confirm Password'), 'third-dive-3');
    await user.click(screen.getByRole('button', { name: 'Set New Password' }));
    await screen.findByRole('heading', { name: 'Enter your code' });

    expect(api.inputsOf(contract.credentials.resetPassword)).toEqual([
      { email: VIEWER.email, code: '111111', password: 'third-dive-3' },
    ]);

    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    await screen.findByRole('heading', { name: 'Welcome, Wilma' });
  });
});
