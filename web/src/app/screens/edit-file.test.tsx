// @vitest-environment happy-dom
/** Tests of the dialog that edits a file. Typed texts must survive failures and closing. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { markSignedOut } from '../../platform/auth/auth-state.ts';
import { toasts } from '../../platform/toasts.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError, type FakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { sampleFile, VIEWER } from '../../test-support/sample-data.ts';

const OWN_FILE = sampleFile({
  key: 'own/reef.png',
  fileName: 'reef.png',
  contentType: 'image/png',
  userId: VIEWER.id,
  description: 'A reef.',
  media: { width: 4, thumbnail: '/320.webp' },
});

const OTHER_FILE_NAME = 'tide.txt';

/** Opens the dialog of a file. The list also has a file of another member. Saving succeeds. */
async function openDialog(file: ListedFile = OWN_FILE) {
  const otherFile = sampleFile({ fileName: OTHER_FILE_NAME });
  const api = emptyApi()
    .on(contract.files.list, () => ({ files: [file, otherFile], lastKey: null, requestId: null }))
    .on(contract.files.edit, ({ fileId: _, ...changes }) => ({ file: { ...file, ...changes } as ListedFile }));
  const app = renderApp('/files', { api });
  await app.user.click(await screen.findByRole('button', { name: `Edit ${file.fileName}` }));

  const dialog = within(await screen.findByRole('dialog', { name: 'Edit file' }));
  const getField = (name: string) => dialog.getByLabelText<HTMLInputElement>(name);
  const save = () => app.user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  /** Opens the dialog again after it was closed. Returns its field for the description. */
  const reopen = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await app.user.click(screen.getByRole('button', { name: `Edit ${file.fileName}` }));
    const reopenedDialog = within(await screen.findByRole('dialog', { name: 'Edit file' }));
    return reopenedDialog.getByLabelText<HTMLTextAreaElement>('Description');
  };

  return { ...app, dialog, getField, save, reopen };
}

describe('dialog that edits a file', () => {
  it('sends the changed fields, and shows them on the card', async () => {
    const { api, user, getField, save } = await openDialog();
    await user.clear(getField('File name'));
    await user.type(getField('File name'), 'atoll.png');
    await user.type(getField('Describe the picture'), 'A coral reef in bright light');
    await save();
    await screen.findByText('atoll.png has been saved.');

    expect(api.inputsOf(contract.files.edit)).toMatchObject([
      { fileId: OWN_FILE.key, fileName: 'atoll.png', altText: 'A coral reef in bright light' },
    ]);
    expect(api.inputsOf(contract.files.edit)[0]).not.toHaveProperty('description');

    await screen.findByRole('heading', { level: 3, name: 'atoll.png' });
    screen.getByRole('img', { name: 'A coral reef in bright light' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps the extension, and replaces characters that a file name cannot have', async () => {
    const { api, user, dialog, getField, save } = await openDialog();
    await user.clear(getField('File name'));
    await user.type(getField('File name'), 'reef: noon');
    dialog.getByText('Will be saved as “reef- noon.png”.');
    dialog.getByText(/A file name can't contain :/);
    await save();
    await screen.findByText('reef- noon.png has been saved.');

    expect(api.inputsOf(contract.files.edit)).toMatchObject([{ fileName: 'reef- noon.png' }]);
  });

  it('keeps the dialog open with the typed texts when saving fails', async () => {
    const { api, user, dialog, getField, save } = await openDialog();
    api.fail(contract.files.edit, () => apiError({ code: 'Internal' }));
    await user.type(getField('Description'), ' At noon.');
    await save();
    await dialog.findByText("The changes couldn't be saved. Something went wrong on our side. Please try again.");

    expect(getField('Description').value).toBe('A reef. At noon.');
  });

  it('restores unsaved texts after it was closed, but not after Cancel', async () => {
    const { user, getField, reopen } = await openDialog();

    await user.type(getField('Description'), ' At noon.');
    screen.getByRole<HTMLDialogElement>('dialog').close();
    expect((await reopen()).value).toBe('A reef. At noon.');

    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await reopen()).value).toBe('A reef.');
  });

  it('says that a save has failed after Cancel, and restores its texts', async () => {
    const { api, user, dialog, getField, save, reopen } = await openDialog();
    api.fail(contract.files.edit, () => apiError({ code: 'Internal' }));
    const failSave = api.hold(contract.files.edit);

    await user.type(getField('Description'), ' At noon.');
    await save();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    failSave();
    await screen.findByText(
      "The changes to reef.png couldn't be saved. Something went wrong on our side. Please try again.",
    );

    expect((await reopen()).value).toBe('A reef. At noon.');
  });

  it.each([
    ['succeeds', () => {}],
    ['fails', (api: FakeApi) => api.fail(contract.files.edit, () => apiError({ code: 'Internal' }))],
  ])('shows no name of the file in a toast if a save %s after a logout', async (_, prepare) => {
    const { api, user, getField, save } = await openDialog();
    prepare(api);
    const endSave = api.hold(contract.files.edit);
    await user.type(getField('Description'), ' At noon.');
    await save();
    act(() => markSignedOut());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    endSave();
    // Time for the response, which must show nothing.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(toasts.value).toEqual([]);
  });

  it('stays open with newer texts when a save succeeds that was started before it was reopened', async () => {
    const { api, user, dialog, getField, save, reopen } = await openDialog();
    const finishSave = api.hold(contract.files.edit);

    await user.type(getField('Description'), ' At noon.');
    await save();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    const reopenedField = await reopen();
    await user.type(reopenedField, ' And later.');
    finishSave();
    await screen.findByText('reef.png has been saved.');
    expect(reopenedField.isConnected).toBe(true);

    screen.getByRole<HTMLDialogElement>('dialog').close();
    expect((await reopen()).value).toBe('A reef. At noon. And later.');
  });

  it('sends nothing if nothing has changed', async () => {
    const { api, save } = await openDialog();
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.inputsOf(contract.files.edit)).toEqual([]);
  });

  it('asks for a description of pictures only', async () => {
    const { dialog } = await openDialog({ ...OWN_FILE, contentType: 'text/plain', media: undefined });
    expect(dialog.queryByLabelText('Describe the picture')).toBeNull();
  });

  it('offers no Edit button for files of other members', async () => {
    await openDialog();
    screen.getByRole('heading', { level: 3, name: OTHER_FILE_NAME, hidden: true });
    expect(screen.queryByRole('button', { name: `Edit ${OTHER_FILE_NAME}` })).toBeNull();
  });
});
