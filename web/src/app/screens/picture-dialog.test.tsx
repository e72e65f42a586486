// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { buildProfile, VIEWER } from '../../test-support/sample-data.ts';

// happy-dom can't decode pictures.
vi.mock('../../platform/pictures/reencode-picture.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  reencodePicture: async (file: File) => file,
}));

/** Starts to remove the viewer's picture in the dialog. `endRemoval` lets the server respond. */
async function startRemoval() {
  const member = { ...VIEWER, profilePicture: '/media/wilma.png' };
  const api = emptyApi()
    .on(contract.account.me, () => ({ profile: member }))
    .on(contract.account.dashboard, () => ({ profile: member, posts: [], files: [], nearby: [] }))
    .on(contract.users.profile, () => ({ profile: buildProfile(member) }))
    .on(contract.account.updatePhoto, () => ({ profile: { ...member, profilePicture: '' } }));
  const endRemoval = api.hold(contract.account.updatePhoto);
  const { user } = renderApp(`/profile/${VIEWER.id}`, { api });
  await user.click(await screen.findByRole('button', { name: 'Change profile photo' }));

  const dialog = within(await screen.findByRole('dialog', { name: 'Profile Photo' }));
  const press = (name: string) => user.click(dialog.getByRole('button', { name }));
  // The first button chooses the removal, and the second one, which then appears, saves the choice.
  await press('Remove Photo');
  await press('Remove Photo');
  dialog.getByRole('button', { name: 'Removing...' });

  return { user, dialog, endRemoval };
}

it('the picture dialog closes when the picture is removed', async () => {
  const { endRemoval } = await startRemoval();
  endRemoval();
  await screen.findByText('Your photo has been removed.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the picture dialog stays open with a picture that was chosen while the earlier one was being removed', async () => {
  const { user, dialog, endRemoval } = await startRemoval();
  await user.upload(dialog.getByLabelText('Choose Image'), new File(['reef'], 'reef.png', { type: 'image/png' }));
  await dialog.findByRole('img', { name: 'Photo preview' });
  endRemoval();
  await screen.findByText('Your photo has been removed.');

  dialog.getByRole('img', { name: 'Photo preview' });
  dialog.getByRole('button', { name: 'Upload Photo' });
});
