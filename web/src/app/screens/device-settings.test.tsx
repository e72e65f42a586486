// @vitest-environment happy-dom
/** Tests of the list of signed-in devices, and of signing them out. See docs/product.md#sessions. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError, type FakeApi } from '../../test-support/fake-api.ts';
import { waitForFocus } from '../../test-support/form-actions.ts';
import { buildSecurityApi, openSecurity } from '../../test-support/open-security.ts';
import { CONFIG } from '../../test-support/render-app.tsx';
import { NILS, VIEWER } from '../../test-support/sample-data.ts';
import { buildStoredSession } from '../../test-support/sample-session.ts';

const buildSessionEndedError = () => apiError({ code: 'Unauthenticated', params: { reason: 'session-ended' } });

/** Opens the settings, and the dialog that asks before signing out everywhere. `confirm` presses its button. */
async function openSignOutDialog(api: FakeApi) {
  const { user, section } = await openSecurity('Signed-in devices', api);
  await user.click(section.getByRole('button', { name: 'Sign Out Everywhere' }));

  const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }));
  const confirm = () => user.click(dialog.getByRole('button', { name: 'Sign Out Everywhere' }));
  return { dialog, confirm };
}

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
    const { confirm } = await openSignOutDialog(api);
    expect(api.inputsOf(contract.credentials.signOutEverywhere)).toEqual([]);

    await confirm();

    await screen.findByText("You've been signed out everywhere.");
    expect(location.pathname).toBe('/login');
    expect(Object.keys(localStorage).filter((key) => key.endsWith('Token'))).toEqual([]);
  });

  it('prompts to log in when the session had ended before the sign-out', async () => {
    const api = emptyApi().fail(contract.credentials.signOutEverywhere, buildSessionEndedError);
    const { confirm } = await openSignOutDialog(api);

    await confirm();

    const prompt = (await screen.findByText('Please log in to change how you sign in.')).closest('[role=alert]');
    expect(prompt?.textContent).toContain('Your session has ended');
  });

  it('prompts to log in when the session was removed from this browser before the sign-out', async () => {
    const api = emptyApi().on(contract.credentials.signOutEverywhere, () => ({}));
    const { confirm } = await openSignOutDialog(api);
    localStorage.clear();

    await confirm();

    // Without its own check, the dialog would show an error until another request ends the session.
    const result = await screen.findByText(/^(You couldn't be signed out|Please log in to change how you sign in)/);
    expect(result.textContent).toBe('Please log in to change how you sign in.');
    expect(api.inputsOf(contract.credentials.signOutEverywhere)).toEqual([]);
  });

  it('ends no session of another member who has signed in from another tab', async () => {
    const api = emptyApi().on(contract.credentials.signOutEverywhere, () => ({}));
    const { confirm } = await openSignOutDialog(api);
    for (const [key, value] of Object.entries(buildStoredSession(CONFIG, NILS.id))) localStorage.setItem(key, value);

    await confirm();

    await screen.findByText('Please log in to change how you sign in.');
    expect(api.inputsOf(contract.credentials.signOutEverywhere)).toEqual([]);
  });

  it('shows an error and stays signed in when the sign-out fails', async () => {
    const api = emptyApi().fail(contract.credentials.signOutEverywhere, () => apiError({ code: 'Internal' }));
    const { confirm, dialog } = await openSignOutDialog(api);

    await confirm();

    await dialog.findByText("You couldn't be signed out. Something went wrong on our side. Please try again.");
    expect(location.pathname).toBe('/settings/security');
  });
});
