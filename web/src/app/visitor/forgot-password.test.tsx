// @vitest-environment happy-dom
/**
 * Tests of resetting a forgotten password by a mailed code. The screens don't reveal whether an address has an account.
 */
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { acceptLogIn, type PoolResponder, poolError, renderApp } from '../../test-support/render-app.tsx';

const EMAIL = 'wilma@fathom.example';

/** A user pool that sends a reset code to every address, and accepts every password. */
const pool: PoolResponder = (operation, input) =>
  operation === 'ForgotPassword' ? Response.json({ CodeDeliveryDetails: {} }) : acceptLogIn(operation, input);

const buildResetApi = () => emptyApi().on(contract.credentials.resetPassword, () => ({}));

const findCodeForm = () => screen.findByRole('heading', { name: 'Choose a new password' });

async function requestCode(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText('Email'), EMAIL);
  await user.click(screen.getByRole('button', { name: 'Send Code' }));
  await findCodeForm();
}

async function typePassword(user: UserEvent): Promise<void> {
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.type(screen.getByLabelText('New Password'), 'a-good-password');
  await user.type(screen.getByLabelText('Confirm Password'), 'a-good-password');
  await user.click(screen.getByRole('button', { name: 'Set New Password' }));
}

/** Sets the new password, and waits until the member is signed in. */
async function setPassword(user: UserEvent): Promise<void> {
  await typePassword(user);
  await screen.findByRole('heading', { name: 'Welcome, Wilma' });
}

const NEW_PASSWORD = { email: EMAIL, code: '123456', password: 'a-good-password' };

describe('password reset', () => {
  it('continues with the same address after a reload', async () => {
    const firstPage = renderApp('/forgot-password', { isSignedIn: false, pool });
    await requestCode(firstPage.user);
    firstPage.unmount();

    const historyState: unknown = history.state;
    const api = buildResetApi();
    const { user } = renderApp('/forgot-password', { isSignedIn: false, pool, api, historyState });
    await screen.findByText(`If ${EMAIL} has an account, a code is on its way.`);
    await setPassword(user);

    expect(api.inputsOf(contract.credentials.resetPassword)).toEqual([NEW_PASSWORD]);
  });

  it.each(['CodeDeliveryFailureException', 'UserNotFoundException'])(
    'shows the same step and says what to do if no mail arrives when Cognito returns %s',
    async (errorName) => {
      const { user } = renderApp('/forgot-password', {
        isSignedIn: false,
        pool: () => poolError(errorName, 'No mail'),
      });

      await requestCode(user);

      screen.getByText(`If ${EMAIL} has an account, a code is on its way.`);
      screen.getByText(
        'Mails can take a few minutes. If none arrives, check the address and your spam, or try again later.',
      );
      expect(screen.queryByText(/couldn't be sent/)).toBeNull();
    },
  );

  it('accepts a code that was requested on another page, with the address typed in the first step', async () => {
    const api = buildResetApi();
    const { user } = renderApp('/forgot-password', { isSignedIn: false, pool, api });
    await user.type(await screen.findByLabelText('Email'), EMAIL);
    await user.click(screen.getByRole('button', { name: 'I have a code' }));
    await findCodeForm();

    screen.getByText('Enter the emailed code, and choose a new password.');
    expect(screen.queryByText(/we'll send you a code/)).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Code'));
    expect(screen.queryByRole('button', { name: /Send the code again/ })).toBeNull();

    await setPassword(user);
    expect(api.inputsOf(contract.credentials.resetPassword)).toEqual([NEW_PASSWORD]);
  });

  it('accepts a code that was requested on another page, with the address typed in the second step', async () => {
    const api = buildResetApi();
    const { user } = renderApp('/forgot-password', { isSignedIn: false, pool, api });
    await user.click(await screen.findByRole('button', { name: 'I have a code' }));
    await findCodeForm();

    const email = screen.getByLabelText('Email');
    expect(document.activeElement).toBe(email);

    await user.type(email, EMAIL);
    await setPassword(user);
    expect(api.inputsOf(contract.credentials.resetPassword)).toEqual([NEW_PASSWORD]);
  });

  it('signs in if a request whose response was lost has used the code and set the password', async () => {
    const api = emptyApi().on(contract.credentials.resetPassword, () => apiError({ code: 'InvalidCode' }));
    const { user } = renderApp('/forgot-password', { isSignedIn: false, pool, api });
    await requestCode(user);
    await setPassword(user);
  });

  it('reports a wrong code if the new password was not set', async () => {
    const rejectingPool: PoolResponder = (operation, input) =>
      operation === 'ForgotPassword'
        ? pool(operation, input)
        : poolError('NotAuthorizedException', 'Incorrect username or password.');
    const api = emptyApi().on(contract.credentials.resetPassword, () => apiError({ code: 'InvalidCode' }));
    const { user } = renderApp('/forgot-password', { isSignedIn: false, pool: rejectingPool, api });
    await requestCode(user);
    await typePassword(user);

    await screen.findByText("That code isn't right, or it has expired.");
  });

  it('asks for an address again after Back to login', async () => {
    const { user } = renderApp('/forgot-password', { isSignedIn: false, pool });
    await requestCode(user);

    await user.click(screen.getByRole('link', { name: 'Back to login' }));
    await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
    await screen.findByRole('button', { name: 'Send Code' });
  });
});
