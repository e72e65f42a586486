// @vitest-environment happy-dom
/** Tests of the form that edits a profile, of the dialog that deletes the account, and of the dive log. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { BYTES_PER_MB } from '../../../../shared/rules/limits.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { buildProfile, NILS, VIEWER } from '../../test-support/sample-data.ts';

const OWN_PROFILE = `/profile/${VIEWER.id}`;
const getField = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

describe('edit profile form', () => {
  /** Opens the form. Returns functions that fill it in. */
  async function openForm() {
    const { user, api } = renderApp('/edit-profile');
    await screen.findByRole('heading', { level: 1, name: 'Edit Your Profile' });
    await screen.findByText('Your depth can only be increased by uploading files or making payments.');

    const replaceText = async (label: string, text: string) => {
      await user.clear(getField(label));
      await user.click(getField(label));
      await user.paste(text);
    };
    const save = () => user.click(screen.getByRole('button', { name: 'Save Changes' }));

    return { api, replaceText, save };
  }

  it('recommends a size for the picture, and shows the depth in a read-only field', async () => {
    await openForm();

    screen.getByText('Recommended: square, max 5 MB');
    expect(getField('Current Depth').value).toBe('0.00m');
    expect(getField('Current Depth').readOnly).toBe(true);
  });

  it.each([
    ['an empty username', '', 'Username is required'],
    ['a username of invisible characters', '\u200B\u200D', 'Username is required'],
    ['a username of 31 characters', 'x'.repeat(31), 'Username can have at most 30 characters'],
  ])('rejects %s', async (_case, username, message) => {
    const { api, replaceText, save } = await openForm();

    await replaceText('Username', username);
    await save();

    await screen.findByText(message);
    expect(api.inputsOf(contract.account.updateProfile)).toEqual([]);
  });

  it('rejects a bio of more than 200 characters, and focuses it', async () => {
    const { api, replaceText, save } = await openForm();

    await replaceText('Username', 'Selma');
    await replaceText('Bio', '🐙'.repeat(201));
    await screen.findAllByText((text) => text.includes('201/200'));
    await save();

    await screen.findByText('Bio can have at most 200 characters');
    expect((document.activeElement as HTMLTextAreaElement).name).toBe('bio');
    expect(api.inputsOf(contract.account.updateProfile)).toEqual([]);
  });

  it('returns to the profile on Cancel', async () => {
    const { user } = renderApp('/edit-profile');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(location.pathname).toBe(OWN_PROFILE));
  });

  it('shows the error and keeps the typed text when saving fails', async () => {
    const { user } = renderApp('/edit-profile', { api: emptyApi().fail(contract.account.updateProfile) });
    await user.type(await screen.findByLabelText('Bio'), 'Half fish');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));

    await screen.findByText((text) => text.startsWith('Failed to update profile'));
    expect(getField('Bio').value).toBe('Half fish');
  });
});

describe('account deletion dialog', () => {
  const openDialog = async (api = emptyApi()) => {
    const { user } = renderApp(OWN_PROFILE, { api });
    await user.click(await screen.findByRole('button', { name: 'Delete Account' }));
    const dialog = within(await screen.findByRole('dialog'));
    return { user, dialog };
  };

  it('closes without deleting on Keep My Account', async () => {
    const api = emptyApi();
    const { user, dialog } = await openDialog(api);
    dialog.getByText((text) => text.includes("This can't be undone."));
    await user.click(dialog.getByRole('button', { name: 'Keep My Account' }));
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull());

    expect(api.inputsOf(contract.account.deleteAccount)).toEqual([]);
  });

  it.each([
    [() => new Response('Bad Gateway', { status: 502 }), 'Failed to delete account'],
    [() => apiError({ code: 'Throttled' }), 'The ocean is crowded right now. Please try again in a moment.'],
  ])('shows the error in the dialog when the deletion fails', async (response, message) => {
    const { user, dialog } = await openDialog(emptyApi().fail(contract.account.deleteAccount, response));
    await user.click(dialog.getByRole('button', { name: 'Delete Account' }));
    await dialog.findByText((text) => text.includes(message));
  });

  it('shows "Deleting..." during the request, then the home page', async () => {
    const api = emptyApi().on(contract.account.deleteAccount, () => ({}));
    const release = api.hold(contract.account.deleteAccount);
    const { user, dialog } = await openDialog(api);

    await user.click(dialog.getByRole('button', { name: 'Delete Account' }));
    await dialog.findByRole('button', { name: 'Deleting...' });
    release();
    await waitFor(() => expect(location.pathname).toBe('/'));
  });
});

describe('dive log', () => {
  const payment = { provider: 'stripe' as const, paymentId: 'pi_1', packageName: '100m Depth Package' };

  /** Builds an entry that changes the depth by these metres. */
  const buildEntry = (
    source: 'reinstatement' | 'dispute' | 'refund' | 'removal' | 'correction' | 'paypal',
    change: number,
  ) => ({
    id: `${source}#1`,
    source,
    at: new Date().toISOString(),
    change,
    depthAfter: 100,
    bytes: 0,
    fileName: null,
    payment: null,
  });

  /** The entries, each with its title and change on the page. One cent lifts by 1 m, and 1 MB by 1 cm. */
  const ROWS = [
    {
      entry: { ...buildEntry('reinstatement', 50), payment: { ...payment, cents: 50 } },
      title: 'Refund reversed',
      change: '+50.00m',
    },
    {
      entry: { ...buildEntry('dispute', -25), payment: { ...payment, cents: -25 } },
      title: 'Dispute lost',
      change: '−25.00m',
    },
    {
      entry: { ...buildEntry('refund', -50), payment: { ...payment, cents: -50 } },
      title: 'Refund',
      change: '−50.00m',
    },
    {
      entry: { ...buildEntry('removal', -0.02), fileName: 'map.png', bytes: -2 * BYTES_PER_MB },
      title: 'File deleted “map.png”',
      change: '−2 cm',
    },
    {
      entry: {
        ...buildEntry('correction', 0.01),
        fileName: 'a name that is longer than any line.png',
        bytes: BYTES_PER_MB,
      },
      title: 'Upload replaced “a name that is longer than any line.png”',
      change: '+1 cm',
    },
    {
      entry: { ...buildEntry('paypal', 100), payment: { ...payment, provider: 'paypal' as const, cents: 100 } },
      title: 'Bought with PayPal',
      change: '+100.00m',
    },
  ];

  /** Opens the viewer's dive log. Returns the texts of its entries. */
  async function openDiveLog() {
    const api = emptyApi()
      .on(contract.users.profile, () => ({ profile: buildProfile(VIEWER) }))
      .on(contract.account.depthLog, () => ({ entries: ROWS.map(({ entry }) => entry), cursor: null }));
    const { user } = renderApp(`${OWN_PROFILE}?tab=dive-log`, { api });

    const rowTexts = await waitFor(() => {
      const texts = [...document.querySelectorAll('.log-entry')].map(({ textContent }) => textContent ?? '');
      expect(texts).toHaveLength(ROWS.length);
      return texts;
    });

    return { user, rowTexts };
  }

  it('hides the dive log on profiles of other members', async () => {
    renderApp(`/profile/${NILS.id}?tab=dive-log`);
    await screen.findByRole('tab', { name: 'Connections' });

    expect(screen.queryByRole('tab', { name: 'Dive log' })).toBeNull();
    expect(screen.getByRole('tab', { name: 'Posts' }).getAttribute('aria-selected')).toBe('true');
  });

  it('shows each kind of entry with its signed change', async () => {
    const { rowTexts } = await openDiveLog();

    for (const [index, { title, change }] of ROWS.entries()) {
      expect(rowTexts[index]).toContain(title);
      expect(rowTexts[index]).toContain(change);
    }
  });

  it('offers a receipt only for a purchase', async () => {
    const { user } = await openDiveLog();
    expect(screen.getAllByRole('button', { name: /^Receipt for/ })).toHaveLength(1);

    await user.click(screen.getByRole('button', { name: /^Receipt for Bought with PayPal/ }));
    within(await screen.findByRole('dialog', { name: 'Receipt' })).getByText('PayPal');
  });
});
