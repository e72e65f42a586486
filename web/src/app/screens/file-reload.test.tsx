// @vitest-environment happy-dom
/**
 * Tests of a file explorer that reloads. A reload must not take away what the member is using: a dialog, a text, a
 * selection.
 */
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { RELOAD_AFTER_UPLOAD_MS } from '../../features/files/explorer/use-reload-after-upload.ts';
import { emitProductEvent } from '../../platform/product-events.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError, type FakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { sampleFile, VIEWER } from '../../test-support/sample-data.ts';

afterEach(() => sessionStorage.clear());

const OWN_FILE = sampleFile({ key: 'own', fileName: 'own.txt', userId: VIEWER.id, uploaderName: VIEWER.username });

/** Makes the API serve a first page with one file, and then these pages. */
const servePages = (api: FakeApi, firstFileName: string, secondPage: readonly ListedFile[] = [OWN_FILE]) =>
  api.on(contract.files.list, ({ lastKey, q }) => ({
    files: lastKey ? [...secondPage] : [sampleFile({ key: q ?? firstFileName, fileName: q ?? firstFileName })],
    lastKey: lastKey ? null : 'two',
    requestId: null,
  }));

const findFile = (name: string) => screen.findByRole('heading', { level: 3, name, hidden: true });
const readFileNames = () => [...document.querySelectorAll('.file-card__name')].map(({ textContent }) => textContent);

/** Loads both pages of the explorer. The second one has the viewer's file. */
async function openBothPages() {
  const app = renderApp('/files', { api: servePages(emptyApi(), 'old.txt') });
  await app.user.click(await screen.findByRole('button', { name: 'Load More Files' }));
  await findFile('own.txt');
  return app;
}

/** Loads both pages of the explorer, and selects the file on the second one. */
async function selectOnSecondPage() {
  const app = await openBothPages();
  await app.user.click(screen.getByRole('button', { name: 'Select' }));
  await app.user.click(screen.getByRole('checkbox', { name: 'Select own.txt' }));
  const bar = await screen.findByRole('region', { name: 'Selected files' });
  // A card with the focus would stay in any case.
  act(() => (document.activeElement as HTMLElement).blur());

  return { ...app, bar };
}

/** Uploads a file in another tab. The explorer then loads only its first page, with this file. */
async function uploadInOtherTab(api: FakeApi, fileName: string) {
  servePages(api, fileName);
  act(() => emitProductEvent('fileUploaded', { fileId: fileName, depth: 0 }));
  await findFile(fileName);
}

describe('file explorer that reloads after an upload', () => {
  /** Opens a dialog of the file on the second page. */
  async function openDialog(buttonName: string) {
    const app = await openBothPages();
    await app.user.click(screen.getByRole('button', { name: buttonName }));
    return { ...app, dialog: await screen.findByRole('dialog') };
  }

  it('keeps the dialog and the typed text of a file on the second page', async () => {
    const { api, user, dialog } = await openDialog('Edit own.txt');
    const field = within(dialog).getByLabelText<HTMLTextAreaElement>('Description');
    await user.type(field, 'Half a thought');
    await uploadInOtherTab(api, 'new.txt');

    expect(field.isConnected).toBe(true);
    expect(field.value).toBe('Half a thought');
    expect(readFileNames()).toEqual(['new.txt', 'own.txt']);
  });

  it('keeps the question before a deletion, and removes the card after the deletion', async () => {
    const { api, user, dialog } = await openDialog('Delete own.txt');
    api.on(contract.files.delete, () => ({ depth: 0 }) as never);
    await uploadInOtherTab(api, 'new.txt');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await screen.findByText('own.txt has been deleted.');

    expect(readFileNames()).toEqual(['new.txt']);
  });

  it('closes the dialog when another tab deletes its file', async () => {
    const { api, dialog } = await openDialog('Edit own.txt');
    await uploadInOtherTab(api, 'new.txt');
    act(() => emitProductEvent('fileDeleted', { fileId: OWN_FILE.key, depth: 0 }));

    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect(readFileNames()).toEqual(['new.txt']);
  });

  it('removes the card at the next reload after the focus has left it', async () => {
    const { api, user, dialog } = await openDialog('Edit own.txt');
    await uploadInOtherTab(api, 'new.txt');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    act(() => screen.getByPlaceholderText('Search files...').focus());
    await uploadInOtherTab(api, 'newest.txt');

    expect(readFileNames()).toEqual(['newest.txt']);
  });

  it('waits while files are selected, so that a selected file on the second page stays selected', async () => {
    const { api, user, bar } = await selectOnSecondPage();

    servePages(api, 'new.txt');
    act(() => emitProductEvent('fileUploaded', { fileId: 'new.txt', depth: 0 }));
    // Without the selection, the explorer would have reloaded by then.
    await act(() => new Promise((resolve) => setTimeout(resolve, 1.5 * RELOAD_AFTER_UPLOAD_MS)));
    within(bar).getByText(/^1 selected/);
    expect(readFileNames()).toEqual(['old.txt', 'own.txt']);

    await user.click(within(bar).getByRole('button', { name: 'End selection' }));
    await findFile('new.txt');
    expect(readFileNames()).toEqual(['new.txt']);
  });

  it('reloads while the member is selecting, but has selected no file', async () => {
    const { api, user } = await openBothPages();
    await user.click(screen.getByRole('button', { name: 'Select' }));
    await screen.findByRole('region', { name: 'Selected files' });

    await uploadInOtherTab(api, 'new.txt');

    expect(readFileNames()).toEqual(['new.txt']);
  });
});

describe('Refresh Files', () => {
  it('keeps a selected file on the second page selected', async () => {
    const { api, user, bar } = await selectOnSecondPage();
    servePages(api, 'new.txt');

    await user.click(screen.getByRole('button', { name: 'Refresh Files' }));
    await findFile('new.txt');

    expect(readFileNames()).toEqual(['new.txt', 'own.txt']);
    within(bar).getByText(/^1 selected/);
  });

  /** Makes the API serve one file on each page. */
  const serveFiles = (api: FakeApi, files: readonly ListedFile[]) =>
    api.on(contract.files.list, ({ lastKey }) => {
      const index = Number(lastKey ?? 0);
      return {
        files: files.slice(index, index + 1),
        lastKey: files[index + 1] ? `${index + 1}` : null,
        requestId: null,
      };
    });
  const sampleOf = (name: string) => sampleFile({ key: name, fileName: name });

  it('keeps a selected file that newer files push out of the loaded pages, and shows it once', async () => {
    const { api, user, bar } = await selectOnSecondPage();
    serveFiles(api, [sampleOf('new.txt'), sampleOf('old.txt'), OWN_FILE, sampleOf('oldest.txt')]);

    await user.click(screen.getByRole('button', { name: 'Refresh Files' }));
    await findFile('new.txt');
    expect(readFileNames()).toEqual(['new.txt', 'old.txt', 'own.txt']);
    within(bar).getByText(/^1 selected/);

    await user.click(screen.getByRole('button', { name: 'Load More Files' }));
    await waitFor(() => expect(api.inputsOf(contract.files.list).at(-1)?.lastKey).toBe('2'));
    await user.click(await screen.findByRole('button', { name: 'Load More Files' }));
    await findFile('oldest.txt');
    expect(readFileNames()).toEqual(['new.txt', 'old.txt', 'own.txt', 'oldest.txt']);
  });

  it('deselects a file that is missing although no further page follows', async () => {
    const { api, user, bar } = await selectOnSecondPage();
    serveFiles(api, [sampleOf('new.txt'), sampleOf('old.txt')]);

    await user.click(screen.getByRole('button', { name: 'Refresh Files' }));
    await findFile('new.txt');

    expect(readFileNames()).toEqual(['new.txt', 'old.txt']);
    within(bar).getByText('0 selected');
  });

  it('keeps a selected file on the second page selected when Retry succeeds', async () => {
    const { api, user, bar } = await selectOnSecondPage();
    api.fail(contract.files.list, () => apiError({ code: 'Internal' }));
    await user.click(screen.getByRole('button', { name: 'Refresh Files' }));
    await screen.findByText(/^Failed to fetch files:/);

    servePages(api, 'new.txt');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await findFile('new.txt');

    expect(readFileNames()).toEqual(['new.txt', 'own.txt']);
    within(bar).getByText(/^1 selected/);
  });
});

it('shows no file of the previous search, even if its card has the focus', async () => {
  const { user } = await openBothPages();
  await user.type(screen.getByPlaceholderText('Search files...'), 'reef.txt{enter}');
  const card = (await findFile('reef.txt')).closest('li')!;
  act(() => card.focus());

  history.back();
  await findFile('old.txt');
  await waitFor(() => expect(readFileNames()).not.toContain('reef.txt'));
});
