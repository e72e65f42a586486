// @vitest-environment happy-dom
/** Tests of the home page, and of the forms for login and registration. */
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError, FakeApi } from '../../test-support/fake-api.ts';
import { acceptLogIn, type PoolResponder, refusePool, renderApp } from '../../test-support/render-app.tsx';

const EMAIL = 'wilma@fathom.example';
/** A password that the form accepts. */
const PASSWORD = 'a-good-password';

const readLinkTarget = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');
const queryInput = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`);

/** Builds a user pool that delays its responses until `release`, and then rejects all requests. */
function buildDelayedPool() {
  const { promise: whenReleased, resolve: release } = Promise.withResolvers<void>();
  const pool = async () => {
    await whenReleased;
    return refusePool();
  };

  return { pool, release };
}

describe('home page', () => {
  it('explains the product and links to register and login', async () => {
    renderApp('/', { isSignedIn: false });
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Fathom' });

    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Upload & Share',
      'Ascend the Depths',
      'Connect with Others',
      'Fathom (0-99 m)',
      'Mid-Ocean (100-999 m)',
      'Shallow Waters (1,000-9,999 m)',
      'Surface (10,000 m)',
    ]);

    for (const text of ['All content and all users.', 'The starting point.', '1 cm of ascent for every MB.']) {
      screen.getByText((content) => content.includes(text));
    }

    expect(readLinkTarget('Get Started')).toBe('/register');
    expect(readLinkTarget('Login')).toBe('/login');
    expect(readLinkTarget('Create Account')).toBe('/register');
  });
});

describe('login form', () => {
  async function logIn(user: UserEvent): Promise<void> {
    await user.type(screen.getByLabelText('Email'), EMAIL);
    await user.type(screen.getByLabelText('Password'), 'wrong-password-1');
    await user.click(screen.getByRole('button', { name: 'Log In' }));
  }

  it('requires email and password, and links to the register page', async () => {
    renderApp('/login', { isSignedIn: false });
    await screen.findByRole('heading', { name: 'Log In' });

    expect(queryInput('email')?.type).toBe('email');
    for (const name of ['email', 'password']) expect(queryInput(name)?.required, name).toBe(true);
    expect(readLinkTarget('Create an account')).toBe('/register');
  });

  it('shows "Logging in..." during the login, and an error when it fails', async () => {
    const { pool, release } = buildDelayedPool();
    const { user } = renderApp('/login', { isSignedIn: false, pool });
    await screen.findByRole('heading', { name: 'Log In' });

    await logIn(user);
    await screen.findByRole('button', { name: 'Logging in...' });

    release();
    await screen.findByText((content) => content.startsWith('Failed to log in: '));
    screen.getByRole('button', { name: 'Log In' });
  });

  it('logs the error, and keeps showing it until the next attempt', async () => {
    const { user, loggedMessages } = renderApp('/login', { isSignedIn: false });
    await screen.findByRole('heading', { name: 'Log In' });

    await logIn(user);
    const error = await screen.findByText((content) => content.startsWith('Failed to log in: '));
    expect(error.closest('[role=alert]')).not.toBeNull();
    expect(loggedMessages.some((message) => message.includes('NotAuthorized'))).toBe(true);

    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'other@fathom.example');
    expect(error.isConnected).toBe(true);
  });
});

describe('register form', () => {
  const wrongCode = '111111';
  const rightCode = '222222';

  async function openForm(api: FakeApi, pool: PoolResponder = refusePool): Promise<UserEvent> {
    const { user } = renderApp('/register', { isSignedIn: false, api, pool });
    await screen.findByRole('heading', { name: 'Register' });
    return user;
  }

  async function register(user: UserEvent, password: string, confirmation = password): Promise<void> {
    const values = { username: 'Wilma', email: EMAIL, password, confirmation };
    for (const [name, value] of Object.entries(values)) {
      await user.clear(queryInput(name) as HTMLInputElement);
      await user.type(queryInput(name) as HTMLInputElement, value);
    }
    await user.click(screen.getByRole('button', { name: 'Register' }));
  }

  async function confirmCode(user: UserEvent, code: string): Promise<void> {
    const input = screen.getByLabelText('Code');
    await user.clear(input);
    await user.type(input, code);
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
  }

  it('requires username, email, password, and confirmation', async () => {
    await openForm(new FakeApi());

    for (const name of ['username', 'email', 'password', 'confirmation']) {
      expect(queryInput(name)?.required, name).toBe(true);
    }
  });

  it('focuses a password that is too short, or a confirmation that differs, and says what is wrong', async () => {
    const user = await openForm(new FakeApi());

    await register(user, 'short');
    await screen.findByText('Password must be at least 6 characters');
    expect(queryInput('password')).toBe(document.activeElement);

    await register(user, PASSWORD, 'another-password');
    await screen.findByText('Passwords do not match');
    expect(queryInput('confirmation')).toBe(document.activeElement);
  });

  it('shows "Creating Account..." during the registration, and an error when it fails', async () => {
    const api = new FakeApi().fail(contract.credentials.register, () => apiError({ code: 'Internal' }));
    const release = api.hold(contract.credentials.register);
    const user = await openForm(api);

    await register(user, PASSWORD);
    await screen.findByRole('button', { name: 'Creating Account...' });

    release();
    await screen.findByText('Failed to create an account: Something went wrong on our side. Please try again.');
  });

  it('shows next to the password that it is too common', async () => {
    const api = new FakeApi().fail(contract.credentials.register, () => apiError({ code: 'CommonPassword' }));
    const user = await openForm(api);

    await register(user, 'password1');

    const error = await screen.findByText('That password is too common. Please choose another one.');
    const descriptionIds = queryInput('password')?.getAttribute('aria-describedby')?.split(' ') ?? [];

    expect(descriptionIds.some((id) => document.getElementById(id)?.contains(error))).toBe(true);
    expect(queryInput('password')).toBe(document.activeElement);
  });

  it('offers the login when the email has an account with another password', async () => {
    const api = new FakeApi().fail(contract.credentials.register, () => apiError({ code: 'AccountExists' }));
    const user = await openForm(api);

    await register(user, PASSWORD);

    await screen.findByText((text) => text.includes('An account with this email already exists.'));
    expect(readLinkTarget('Log in instead')).toBe('/login');
  });

  it('signs in when the email has an account with this password', async () => {
    const api = emptyApi().fail(contract.credentials.register, () => apiError({ code: 'AccountExists' }));
    const user = await openForm(api, acceptLogIn);

    await register(user, PASSWORD);

    await screen.findByRole('heading', { name: 'Welcome, Wilma' });
  });

  /** Registers, so that the page asks for a code. The user pool refuses the login until the right code is sent. */
  async function openCodeForm() {
    let pool: PoolResponder = refusePool;
    const api = emptyApi()
      .on(contract.credentials.register, () => ({ confirmation: 'code' as const }))
      .on(contract.credentials.confirmRegistration, ({ code }) => {
        if (code !== rightCode) return apiError({ code: 'InvalidCode' });
        pool = acceptLogIn;
        return {};
      });

    const user = await openForm(api, (...request) => pool(...request));
    await register(user, PASSWORD);
    await screen.findByText(
      `If ${EMAIL} is new here, we've sent you a code. If you already have an account, we've sent you a mail about it.`,
    );

    return { api, user };
  }

  it('asks for the emailed code without revealing whether the address is used', async () => {
    await openCodeForm();
    expect(screen.getByLabelText('Code')).toBe(document.activeElement);
  });

  it('rejects a registration code without 6 digits, and sends no request', async () => {
    const { api, user } = await openCodeForm();

    await confirmCode(user, '12');

    await screen.findByText('The code has 6 digits.');
    expect(api.inputsOf(contract.credentials.confirmRegistration)).toEqual([]);
  });

  it('shows an error after a wrong registration code, and signs in after the right one', async () => {
    const { api, user } = await openCodeForm();

    await confirmCode(user, wrongCode);
    await screen.findByText("That code isn't right, or it has expired.");
    await confirmCode(user, rightCode);
    await screen.findByRole('heading', { name: 'Welcome, Wilma' });

    expect(api.inputsOf(contract.credentials.confirmRegistration)).toEqual(
      [wrongCode, rightCode].map((code) => ({ email: EMAIL, code, password: PASSWORD, username: 'Wilma' })),
    );
  });
});
