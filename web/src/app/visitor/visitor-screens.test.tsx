// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { refusePool, renderApp } from '../../test-support/render-app.tsx';

const linkTarget = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');
const findInput = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`);

/** Returns a user pool that delays its responses until `release`, and then rejects all requests. */
function delayedPool() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const pool = async () => {
    await released;
    return refusePool();
  };
  return { pool, release: () => release() };
}

describe('home page', () => {
  it('explains the product and links to register and login', async () => {
    renderApp('/', { member: false });
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Fathom' });
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Upload & Share',
      'Ascend the Depths',
      'Connect with Others',
      'Surface (10,000 m)',
      'Shallow Waters (1,000-9,999 m)',
      'Mid-Ocean (100-999 m)',
      'Fathom (0-99 m)',
    ]);
    for (const text of ['All content and all users.', 'The starting point.', '1 cm of ascent for every MB.']) {
      screen.getByText((content) => content.includes(text));
    }
    expect(linkTarget('Get Started')).toBe('/register');
    expect(linkTarget('Login')).toBe('/login');
    expect(linkTarget('Create Account')).toBe('/register');
  });
});

describe('login form', () => {
  it('requires email and password, links to register, and shows "Logging in..."', async () => {
    const { pool, release } = delayedPool();
    const { user } = renderApp('/login', { member: false, pool });
    await screen.findByRole('heading', { name: 'Log In' });
    expect(findInput('email')?.type).toBe('email');
    for (const name of ['email', 'password']) expect(findInput(name)?.required, name).toBe(true);
    expect(linkTarget('Create an account')).toBe('/register');
    await logIn(user);
    await screen.findByRole('button', { name: 'Logging in...' });
    release();
    await screen.findByText((content) => content.startsWith('Failed to log in: '));
    screen.getByRole('button', { name: 'Log In' });
  });

  it('logs the error, and keeps showing it until the next attempt', async () => {
    const { user, logged } = renderApp('/login', { member: false });
    await screen.findByRole('heading', { name: 'Log In' });
    await logIn(user);
    const error = await screen.findByText((content) => content.startsWith('Failed to log in: '));
    expect(error.closest('[role=alert]')).not.toBeNull();
    expect(logged.some((message) => message.includes('NotAuthorized'))).toBe(true);
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'other@fathom.example');
    expect(error.isConnected).toBe(true);
  });

  async function logIn(user: UserEvent): Promise<void> {
    await user.type(screen.getByLabelText('Email'), 'wilma@fathom.example');
    await user.type(screen.getByLabelText('Password'), 'wrong-password-1');
    await user.click(screen.getByRole('button', { name: 'Log In' }));
  }
});

describe('register form', () => {
  it('requires all four fields, validates the passwords, and shows progress and errors', async () => {
    const { pool, release } = delayedPool();
    const { user } = renderApp('/register', { member: false, pool });
    await screen.findByRole('heading', { name: 'Register' });
    for (const name of ['username', 'email', 'password', 'confirmation']) {
      expect(findInput(name)?.required, name).toBe(true);
    }
    await register(user, 'short', 'short');
    await screen.findByText('Password must be at least 6 characters');
    await register(user, 'a-good-password', 'another-password');
    await screen.findByText('Passwords do not match');
    await register(user, 'a-good-password', 'a-good-password');
    await screen.findByRole('button', { name: 'Creating Account...' });
    release();
    await screen.findByText((content) => content.startsWith('Failed to create an account: '));
  });

  async function register(user: UserEvent, password: string, confirmation: string): Promise<void> {
    const values = { username: 'Wilma', email: 'wilma@fathom.example', password, confirmation };
    for (const [name, value] of Object.entries(values)) {
      await user.clear(findInput(name) as HTMLInputElement);
      await user.type(findInput(name) as HTMLInputElement, value);
    }
    await user.click(screen.getByRole('button', { name: 'Register' }));
  }
});
