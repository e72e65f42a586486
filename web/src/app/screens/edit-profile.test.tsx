// @vitest-environment happy-dom
/**
 * Tests of leaving and editing the profile form while it is being saved. Nothing typed may be lost without a question.
 */
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { readDraft } from '../../platform/browser/drafts.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { VIEWER } from '../../test-support/sample-data.ts';

// happy-dom can't decode pictures.
vi.mock('../../platform/pictures/reencode-picture.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  reencodePicture: async (file: File) => file,
}));

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

const OWN_PROFILE = `/profile/${VIEWER.id}`;
const SAVED = 'Your profile has been updated.';
const SAVED_EARLIER = 'Your earlier changes are saved. Press Save Changes to save the new ones, too.';

const getBioField = () => screen.getByLabelText<HTMLTextAreaElement>('Bio');

/** Opens the form of a member who has a picture, with an API that stores what it receives. */
async function openForm() {
  let profile = { ...VIEWER, profilePicture: '/media/wilma.png' };
  const api = emptyApi()
    .on(contract.account.me, () => ({ profile }))
    .on(contract.account.updatePhoto, () => {
      profile = { ...profile, profilePicture: '' };
      return { profile };
    })
    .on(contract.account.updateProfile, ({ username, bio }) => {
      profile = { ...profile, username: username ?? profile.username, bio: bio ?? profile.bio };
      return { profile };
    });
  const { user } = renderApp('/edit-profile', { api });

  await user.type(await screen.findByLabelText('Bio'), 'Half fsh');
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const correctBio = async () => {
    await user.clear(getBioField());
    await user.type(getBioField(), 'Half fish');
  };
  const choosePicture = () =>
    user.upload(screen.getByLabelText('Choose Image'), new File(['reef'], 'reef.png', { type: 'image/png' }));

  return { api, user, press, correctBio, choosePicture };
}

/** Waits until the page would have left the form. */
async function waitForReturn(): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(2500));
}

describe('leaving the form while it is being saved', () => {
  it('asks before it stops saving the picture, and saves everything if the member stays', async () => {
    const { api, user, press } = await openForm();
    const release = api.hold(contract.account.updatePhoto);

    await press('Remove Photo');
    await press('Save Changes');
    await user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0]!);
    const dialog = await screen.findByRole('dialog', { name: 'Leave while your profile is being saved?' });
    await user.click(within(dialog).getByRole('button', { name: 'Stay on This Page' }));
    expect(location.pathname).toBe('/edit-profile');

    release();
    await screen.findByText(SAVED);
    expect(api.inputsOf(contract.account.updateProfile)).toMatchObject([{ bio: 'Half fsh' }]);
  });

  it('asks before Cancel leaves, and discards the texts if the member confirms', async () => {
    const { api, press } = await openForm();
    api.hold(contract.account.updateProfile);

    await press('Save Changes');
    await press('Cancel');
    await screen.findByRole('dialog', { name: 'Leave while your profile is being saved?' });
    expect(readDraft(VIEWER.id, 'profile')).toContain('Half fsh');

    await press('Leave This Page');
    await waitFor(() => expect(location.pathname).toBe(OWN_PROFILE));
    await waitFor(() => expect(readDraft(VIEWER.id, 'profile')).toBeNull());
  });

  it('opens the login without a question if the session ends', async () => {
    const { api, press } = await openForm();
    api.fail(contract.account.updateProfile, () =>
      apiError({ code: 'Unauthenticated', params: { reason: 'session-ended' } }),
    );

    await press('Save Changes');
    await waitFor(() => expect(location.pathname).toBe('/login'));

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(readDraft(VIEWER.id, 'profile')).toContain('Half fsh');
  });
});

describe('editing the form after Save Changes', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

  it('returns to the profile if nothing differs from what was saved', async () => {
    const { press } = await openForm();

    await press('Save Changes');
    await screen.findByText(SAVED);
    await waitForReturn();

    expect(location.pathname).toBe(OWN_PROFILE);
  });

  it('stays with the newer text if the member types while the form is being saved', async () => {
    const { api, press, correctBio } = await openForm();
    const release = api.hold(contract.account.updateProfile);

    await press('Save Changes');
    await correctBio();
    release();
    await screen.findByText(SAVED_EARLIER);
    await waitForReturn();
    expect(getBioField().value).toBe('Half fish');

    await press('Cancel');
    await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await press('Keep Editing');
    await press('Save Changes');
    await screen.findByText(SAVED);
    await waitForReturn();

    expect(location.pathname).toBe(OWN_PROFILE);
    expect(api.inputsOf(contract.account.updateProfile)).toMatchObject([{ bio: 'Half fsh' }, { bio: 'Half fish' }]);
  });

  it('stays with the newer text if the member types after the save', async () => {
    const { press, correctBio } = await openForm();

    await press('Save Changes');
    await screen.findByText(SAVED);
    await correctBio();
    screen.getByText(SAVED_EARLIER);
    await waitForReturn();

    expect(getBioField().value).toBe('Half fish');
    expect(readDraft(VIEWER.id, 'profile')).toContain('Half fish');
  });

  it('keeps a picture that the member chooses while the earlier one is being removed', async () => {
    const { api, press, choosePicture } = await openForm();
    const release = api.hold(contract.account.updatePhoto);

    await press('Remove Photo');
    await press('Save Changes');
    await choosePicture();
    release();
    await screen.findByText(SAVED_EARLIER);
    await waitForReturn();

    screen.getByRole('img', { name: 'Photo preview' });
  });

  it('stays while the member looks for a picture in the file dialog', async () => {
    const { user, press } = await openForm();

    await press('Save Changes');
    await screen.findByText(SAVED);
    await user.click(screen.getByLabelText('Choose Image'));
    await waitForReturn();

    expect(location.pathname).toBe('/edit-profile');
    screen.getByText(SAVED);
  });
});
