// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderApp } from '../../test-support/render-app.tsx';

const SESSION_MODULE = '../../platform/auth/session.ts';

const findLogoutButton = () => screen.findByRole('button', { name: 'Logout', hidden: true });

/** Makes the download of the module that ends sessions fail until the returned function is called. */
function breakSessionModule(): () => void {
  vi.doMock(SESSION_MODULE, () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  onTestFinished(() => void vi.doUnmock(SESSION_MODULE));

  return () => vi.doUnmock(SESSION_MODULE);
}

it('Logout says what to do if its code cannot be downloaded, and works again afterwards', async () => {
  const { user } = renderApp('/dashboard');
  await screen.findByRole('heading', { level: 1, name: /^Welcome/ });
  const repairSessionModule = breakSessionModule();

  await user.click(await findLogoutButton());
  const dialog = await screen.findByRole('dialog', { name: "You're still logged in" });
  within(dialog).getByText(/reload the page, then log out again\.$/);
  within(dialog).getByRole('button', { name: 'Reload' });
  expect(location.pathname).toBe('/dashboard');

  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(dialog.isConnected).toBe(false);

  repairSessionModule();
  await user.click(await findLogoutButton());
  await waitFor(() => expect(location.pathname).toBe('/login'));
});
