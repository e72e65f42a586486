// @vitest-environment happy-dom
/**
 * Tests of switching two-step sign-in on and off. Recovery codes are shown once, so the page must not close before they
 * are saved.
 */
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { discardDrafts, saveDraft } from '../../platform/browser/drafts.ts';
import { apiError, type FakeApi } from '../../test-support/fake-api.ts';
import { resubmit, waitForFocus } from '../../test-support/form-actions.ts';
import { buildSecurityApi, openSecurity } from '../../test-support/open-security.ts';
import { VIEWER } from '../../test-support/sample-data.ts';

const PASSWORD = 'second-dive-2';
const buildWrongPasswordError = () => apiError({ code: 'WrongPassword' });
const buildInvalidCodeError = () => apiError({ code: 'InvalidCode' });

/** Simulates closing the tab. Returns false if the page asks for a confirmation. */
const closeTab = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('two-step sign-in settings', () => {
  const totpSecret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Fathom?secret=JBSW' };
  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-000${index}`);

  /** Builds an API that sets up an authenticator app with the code 123456. */
  function buildTotpApi(): FakeApi {
    const { settings, api } = buildSecurityApi();
    return api
      .on(contract.credentials.setUpTotp, ({ password }) =>
        password === PASSWORD ? totpSecret : buildWrongPasswordError(),
      )
      .on(contract.credentials.enableTotp, ({ password, code }) => {
        if (password !== PASSWORD || code !== '123456') return buildInvalidCodeError();
        Object.assign(settings, { totp: true, recoveryCodesLeft: 10 });
        return { recoveryCodes };
      });
  }

  /** Sends the password. The section then shows a QR code, and asks for a code of the app. */
  async function startSetUp(api = buildTotpApi()) {
    const { user, section } = await openSecurity('Two-step sign-in', api);
    section.getByText('Off. Your password alone opens your account.');
    await user.click(section.getByRole('button', { name: 'Set Up' }));
    await waitForFocus(section.getByLabelText('Current Password'));
    await user.type(section.getByLabelText('Current Password'), `${PASSWORD}{Enter}`);
    await section.findByRole('img', { name: 'QR code for your authenticator app' });

    return { user, section };
  }

  /** Presses "Sign Out Everywhere" on the page and in the dialog, and returns queries for the dialog's elements. */
  async function pressSignOutEverywhere(user: UserEvent) {
    await user.click(screen.getByRole('button', { name: 'Sign Out Everywhere' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }));
    await user.click(dialog.getByRole('button', { name: 'Sign Out Everywhere' }));

    return dialog;
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
    expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes);

    await user.click(section.getByRole('button', { name: 'Copy Codes' }));
    await section.findByText('Copied.');
    expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join('\n'));

    expect(closeTab()).toBe(false);

    await user.click(section.getByRole('button', { name: "I've Saved Them" }));
    await section.findByText('Two-step sign-in is on.');
    section.getByText((text) => text.includes('10 recovery codes left.'));
    await waitForFocus(section.getByRole('heading', { name: 'Two-step sign-in' }));
  });

  it('shows the recovery codes even if Cancel is pressed while two-step sign-in is being turned on', async () => {
    const api = buildTotpApi();
    const release = api.hold(contract.credentials.enableTotp);
    const { user, section } = await startSetUp(api);

    await user.type(section.getByLabelText('Code'), '123456{Enter}');
    await section.findByRole('button', { name: 'Turning on...' });
    const cancelButton = section.getByRole('button', { name: 'Cancel' });
    expect(cancelButton.getAttribute('aria-disabled')).toBe('true');
    await user.click(cancelButton);

    release();
    await section.findByRole('heading', { name: 'Save your recovery codes' });
    expect(section.getAllByRole('listitem')).toHaveLength(recoveryCodes.length);
  });

  it('asks before the member leaves the page while two-step sign-in is being turned on', async () => {
    const api = buildTotpApi();
    const release = api.hold(contract.credentials.enableTotp);
    const { user, section } = await startSetUp(api);

    await user.type(section.getByLabelText('Code'), '123456{Enter}');
    await section.findByRole('button', { name: 'Turning on...' });
    await user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0]!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave before you have your recovery codes?' }));
    await user.click(dialog.getByRole('button', { name: 'Stay on this page' }));

    release();
    await section.findByRole('heading', { name: 'Save your recovery codes' });
    expect(location.pathname).toBe('/settings/security');
  });

  it('asks before the member signs out everywhere while two-step sign-in is being turned on', async () => {
    const api = buildTotpApi().on(contract.credentials.signOutEverywhere, () => ({}));
    const release = api.hold(contract.credentials.enableTotp);
    const { user, section } = await startSetUp(api);
    await user.type(section.getByLabelText('Code'), '123456{Enter}');
    await section.findByRole('button', { name: 'Turning on...' });

    const signOutDialog = await pressSignOutEverywhere(user);
    const question = within(await screen.findByRole('dialog', { name: 'Leave before you have your recovery codes?' }));
    await user.click(question.getByRole('button', { name: 'Stay on this page' }));
    await user.click(signOutDialog.getByRole('button', { name: 'Stay Signed In' }));

    release();
    await section.findByRole('heading', { name: 'Save your recovery codes' });
    expect(api.inputsOf(contract.credentials.signOutEverywhere)).toEqual([]);
  });

  it('signs out everywhere with unsaved recovery codes on the screen after a second confirmation', async () => {
    const { user, section } = await startSetUp(buildTotpApi().on(contract.credentials.signOutEverywhere, () => ({})));
    await user.type(section.getByLabelText('Code'), '123456{Enter}');
    await section.findByRole('heading', { name: 'Save your recovery codes' });

    await pressSignOutEverywhere(user);
    const question = within(await screen.findByRole('dialog', { name: 'Have you saved your recovery codes?' }));
    await user.click(question.getByRole('button', { name: 'Leave this page' }));

    await screen.findByText("You've been signed out everywhere.");
    expect(location.pathname).toBe('/login');
  });

  it('asks again before the tab closes if signing out everywhere has failed', async () => {
    const { user, section } = await startSetUp(buildTotpApi().fail(contract.credentials.signOutEverywhere));
    await user.type(section.getByLabelText('Code'), '123456{Enter}');
    await section.findByRole('heading', { name: 'Save your recovery codes' });
    const signOutDialog = await pressSignOutEverywhere(user);
    await user.click(await screen.findByRole('button', { name: 'Leave this page' }));
    await signOutDialog.findByText(/^You couldn't be signed out\./);

    expect(closeTab()).toBe(false);
  });

  it('asks again before the tab closes if the member cancels the logout to keep an unsent text', async () => {
    saveDraft(VIEWER.id, 'post', 'Half a thought');
    onTestFinished(() => discardDrafts(VIEWER.id));
    const { user, section } = await startSetUp();
    await user.type(section.getByLabelText('Code'), '123456{Enter}');
    await section.findByRole('heading', { name: 'Save your recovery codes' });

    await user.click(screen.getByRole('button', { name: 'Logout', hidden: true }));
    await user.click(await screen.findByRole('button', { name: 'Leave this page' }));
    await user.click(await screen.findByRole('button', { name: 'Stay Logged In' }));

    expect(closeTab()).toBe(false);
  });

  it('ignores a second press of Enter while two-step sign-in is being turned on', async () => {
    const api = buildTotpApi();
    const release = api.hold(contract.credentials.enableTotp);
    const { user, section } = await startSetUp(api);

    await user.type(section.getByLabelText('Code'), '123456{Enter}');
    await section.findByRole('button', { name: 'Turning on...' });
    await user.type(section.getByLabelText('Code'), '{Enter}');
    expect(api.inputsOf(contract.credentials.signInSettings)).toHaveLength(1);

    release();
    await section.findByRole('heading', { name: 'Save your recovery codes' });
    expect(api.inputsOf(contract.credentials.enableTotp)).toHaveLength(1);
  });

  it('closes the form on Cancel when turning on has failed', async () => {
    const { user, section } = await startSetUp();
    await user.type(section.getByLabelText('Code'), '000000{Enter}');
    await section.findByText("That code isn't right, or it has expired.");

    await user.click(section.getByRole('button', { name: 'Cancel' }));

    section.getByText('Off. Your password alone opens your account.');
    section.getByRole('button', { name: 'Set Up' });
  });

  it('says on Cancel how to get recovery codes if two-step sign-in is on, but the response was lost', async () => {
    const { settings, api } = buildSecurityApi();
    api
      .on(contract.credentials.setUpTotp, () => totpSecret)
      .on(contract.credentials.enableTotp, () => {
        // The request takes effect, but its response is lost.
        Object.assign(settings, { totp: true, recoveryCodesLeft: 10 });
        return apiError({ code: 'Internal' });
      });
    const { user, section } = await startSetUp(api);
    await user.type(section.getByLabelText('Code'), '123456{Enter}');
    await section.findByText((text) => text.startsWith("Two-step sign-in couldn't be set up:"));

    await user.click(section.getByRole('button', { name: 'Cancel' }));

    await section.findByText((text) => text.startsWith("If you haven't seen its recovery codes, switch"));
    section.getByRole('button', { name: 'Switch Off' });
    expect(section.queryByText((text) => text.includes('10 recovery codes left.'))).toBeNull();
  });

  it('shows on Cancel that two-step sign-in was turned on after the response had failed', async () => {
    const { settings, api } = buildSecurityApi();
    api
      .on(contract.credentials.setUpTotp, () => totpSecret)
      .fail(contract.credentials.enableTotp, () => apiError({ code: 'Internal' }));
    const { user, section } = await startSetUp(api);
    await user.type(section.getByLabelText('Code'), '123456{Enter}');
    await section.findByText((text) => text.startsWith("Two-step sign-in couldn't be set up:"));
    await waitFor(() => expect(api.inputsOf(contract.credentials.signInSettings)).toHaveLength(2));

    // The server completes the request only now.
    Object.assign(settings, { totp: true, recoveryCodesLeft: 10 });
    await user.click(section.getByRole('button', { name: 'Cancel' }));

    await section.findByRole('button', { name: 'Switch Off' });
  });

  it('switches two-step sign-in off after the password is entered', async () => {
    const { settings, api } = buildSecurityApi({ totp: true, recoveryCodesLeft: 1 });
    api.on(contract.credentials.disableTotp, ({ password }) => {
      if (password !== PASSWORD) return buildWrongPasswordError();
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
