// @vitest-environment happy-dom
/** Tests of selecting several files in the explorer. The selection must survive failures, and never end by accident. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { BYTES_PER_MB } from '../../../../shared/rules/limits.ts';
import { markSignedOut } from '../../platform/auth/auth-state.ts';
import { onProductEvent } from '../../platform/product-events.ts';
import { toasts } from '../../platform/toasts.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { sampleFile, VIEWER } from '../../test-support/sample-data.ts';

const NAMES = ['anemone.txt', 'bass.txt', 'coral.txt', 'dugong.txt', 'eel.txt'];

/** Two files of another member, then three of the viewer. Each has 1 MB, and its 100 credited MB lift by 1 m. */
const FILES = NAMES.map((fileName, index) =>
  sampleFile({
    key: fileName,
    fileName,
    size: BYTES_PER_MB,
    creditedBytes: 100 * BYTES_PER_MB,
    userId: index < 2 ? 'nils' : VIEWER.id,
  }),
);

/** Opens the explorer, and starts the selection. */
async function openSelection(files: typeof FILES = FILES) {
  const api = emptyApi().on(contract.files.list, () => ({ files, lastKey: null, requestId: null }));
  const app = renderApp('/files', { api });
  await app.user.click(await screen.findByRole('button', { name: 'Select' }));

  const bar = await screen.findByRole('region', { name: 'Selected files' });
  const getCheckbox = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
  return { ...app, bar: within(bar), getCheckbox };
}

/** Returns the names of the selected files, without their extension. */
const readSelectedNames = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map((checkbox) => checkbox.getAttribute('aria-label')?.replace(/^Select |\.txt$/g, ''));

/** Selects all files, and starts to download them as a zip archive. Their bytes arrive once `sendBytes` is called. */
async function startZip() {
  const selection = await openSelection();
  const { user, bar } = selection;

  // Stands for the file that the member chooses in the browser's save dialog.
  const archive = { close: vi.fn(), abort: vi.fn() };
  vi.stubGlobal('showSaveFilePicker', async () => ({ createWritable: async () => new WritableStream(archive) }));

  const { promise: whenSent, resolve: sendBytes } = Promise.withResolvers<void>();
  const serveApi = fetch;
  vi.stubGlobal('fetch', async (request: string | URL, init?: RequestInit) => {
    if (String(request) !== FILES[0]?.url) return serveApi(request, init);
    await whenSent;
    return new Response('bytes');
  });

  await user.click(bar.getByRole('button', { name: 'Select all 5' }));
  await user.click(bar.getByRole('button', { name: 'Download as zip' }));
  await bar.findByRole('progressbar', { name: 'Packing 5 files' });

  return { ...selection, archive, sendBytes };
}

/** Selects all files, and starts to like them. The like of `coral.txt` fails, once `releaseLikes` is called. */
async function startLikes() {
  const selection = await openSelection();
  const { api, user, bar } = selection;
  api.on(contract.files.like, ({ fileId }) =>
    fileId === 'coral.txt' ? apiError({ code: 'Internal' }) : { liked: true, likeCount: 1 },
  );
  const releaseLikes = api.hold(contract.files.like);

  await user.click(bar.getByRole('button', { name: 'Select all 5' }));
  await user.click(bar.getByRole('button', { name: 'Like' }));

  return { ...selection, releaseLikes };
}

const getButton = (name: string) => screen.getByRole('button', { name });

/** The heading of the dialog that asks before the selection ends. */
const END_QUESTION = 'Stop the download and end the selection?';

describe('selection of files', () => {
  it('selects a range with a Shift-click, and deselects single files', async () => {
    const { user, bar, getCheckbox } = await openSelection();
    await bar.findByText('0 selected');
    await user.click(getCheckbox('eel.txt'));
    await bar.findByText('1 selected, 1.00 MB');

    await user.keyboard('{Shift>}');
    await user.click(getCheckbox('coral.txt'));
    await user.keyboard('{/Shift}');
    expect(readSelectedNames()).toEqual(['coral', 'dugong', 'eel']);

    await user.click(getCheckbox('dugong.txt'));
    expect(readSelectedNames()).toEqual(['coral', 'eel']);
  });

  it('selects all files with Ctrl-A, and ends the selection with Escape', async () => {
    const { user, bar } = await openSelection();
    await user.keyboard('{Control>}a{/Control}');
    await bar.findByText('5 selected, 5.00 MB');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected files' })).toBeNull());

    expect(readSelectedNames()).toEqual([]);
  });

  it('selects a range by keyboard with Shift and the space bar', async () => {
    const { user, getCheckbox } = await openSelection();
    getCheckbox('bass.txt').focus();
    await user.keyboard(' ');
    getCheckbox('dugong.txt').focus();
    await user.keyboard('{Shift>} {/Shift}');

    expect(readSelectedNames()).toEqual(['bass', 'coral', 'dugong']);
  });

  it.each([
    { way: 'the close button', buttonName: 'End selection', key: '{Enter}' },
    { way: 'Escape in the bar', buttonName: 'Select all 5', key: '{Escape}' },
  ])('ends the selection with $way, and moves the focus to Select', async ({ buttonName, key }) => {
    const { user, bar } = await openSelection();
    bar.getByRole('button', { name: buttonName }).focus();
    await user.keyboard(key);

    expect(document.activeElement).toBe(getButton('Select'));
  });

  it('leaves the focus on a file when Escape ends the selection there', async () => {
    const { user, getCheckbox } = await openSelection();
    getCheckbox('eel.txt').focus();
    await user.keyboard('{Escape}');

    expect(screen.queryByRole('region', { name: 'Selected files' })).toBeNull();
    expect(document.activeElement).toBe(getCheckbox('eel.txt'));
  });

  it('likes all selected files that are not liked', async () => {
    const { api, user, bar } = await openSelection();
    api.on(contract.files.like, () => ({ liked: true, likeCount: 1 }));
    await user.click(bar.getByRole('button', { name: 'Select all 5' }));
    await user.click(bar.getByRole('button', { name: 'Like' }));
    await screen.findByText('You like 5 more files.');

    expect(api.inputsOf(contract.files.like).map(({ fileId, liked }) => [fileId, liked])).toEqual(
      NAMES.map((name) => [name, true]),
    );

    screen.getByRole('button', { name: 'Like eel.txt, 1 like' });
    await user.click(bar.getByRole('button', { name: 'Like' }));
    expect(api.inputsOf(contract.files.like)).toHaveLength(5);
  });

  it("asks with the number of files and the metres before it deletes the member's own files", async () => {
    const { api, user, bar } = await openSelection();
    api.on(contract.files.delete, () => ({ depth: 0 }));
    await user.click(bar.getByRole('button', { name: 'Select all 5' }));
    await user.click(bar.getByRole('button', { name: 'Delete 3' }));

    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByRole('heading', { name: "Delete 3 of your files? You'll sink by 3.00m." });
    dialog.getByText(/2 selected files belong to others and will stay\.$/);
    expect(api.inputsOf(contract.files.delete)).toEqual([]);

    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('3 files have been deleted.');

    expect(api.inputsOf(contract.files.delete).map(({ fileId }) => fileId)).toEqual(NAMES.slice(2));
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(
      NAMES.slice(0, 2),
    );

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps a file selected if its deletion fails, and retries it', async () => {
    const { api, user, bar } = await openSelection();
    api.on(contract.files.delete, ({ fileId }) =>
      fileId === 'dugong.txt' ? apiError({ code: 'Internal' }) : { depth: 0 },
    );
    await user.click(bar.getByRole('button', { name: 'Select all 5' }));
    await user.click(bar.getByRole('button', { name: 'Delete 3' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await bar.findByText('Not deleted: dugong.txt. Something went wrong on our side. Please try again.');

    expect(readSelectedNames()).toEqual(['dugong']);

    api.on(contract.files.delete, () => ({ depth: 0 }));
    await user.click(bar.getByRole('button', { name: 'Retry' }));
    await screen.findByText('1 file has been deleted.');

    expect(bar.queryByText(/Not deleted/)).toBeNull();
  });

  it('removes a file that was already deleted from all lists and tabs, and refetches the depth', async () => {
    const { api, user, bar, getCheckbox } = await openSelection();
    api.fail(contract.files.delete, () => apiError({ code: 'NotFound', params: { item: 'file' } }));
    const deletedIds: string[] = [];
    onTestFinished(onProductEvent('fileDeleted', ({ fileId }) => deletedIds.push(fileId)));
    const profileCount = api.inputsOf(contract.account.me).length;

    await user.click(getCheckbox('dugong.txt'));
    await user.click(bar.getByRole('button', { name: 'Delete 1' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('1 file has been deleted.');

    expect(deletedIds).toEqual(['dugong.txt']);
    await waitFor(() => expect(api.inputsOf(contract.account.me)).toHaveLength(profileCount + 1));
    expect(screen.queryByRole('heading', { level: 3, name: 'dugong.txt' })).toBeNull();
  });

  it('offers to delete only own files', async () => {
    const { user, bar, getCheckbox } = await openSelection();
    await user.click(getCheckbox('bass.txt'));
    const button = bar.getByRole('button', { name: 'Delete' });
    expect(button.getAttribute('aria-disabled')).toBe('true');

    await user.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('removes the problem of a zip archive when another action starts', async () => {
    const largeFiles = FILES.map((file) => ({ ...file, size: 200 * BYTES_PER_MB }));
    const { api, user, bar } = await openSelection(largeFiles);
    api.on(contract.files.like, () => ({ liked: true, likeCount: 1 }));
    await user.keyboard('{Control>}a{/Control}');

    // The five files have 1,000 MB. A browser without a file picker can save 500 MB.
    await user.click(bar.getByRole('button', { name: 'Download as zip' }));
    await bar.findByText(/The archive couldn't be saved/);

    await user.click(bar.getByRole('button', { name: 'Like' }));
    await waitFor(() => expect(bar.queryByText(/The archive couldn't be saved/)).toBeNull());
  });

  it.each([
    { way: 'Escape', end: (user: UserEvent) => user.keyboard('{Escape}') },
    { way: 'the close button', end: (user: UserEvent) => user.click(getButton('End selection')) },
    { way: 'Select', end: (user: UserEvent) => user.click(getButton('Select')) },
  ])('asks before $way ends the selection during a download, which continues if the member stays', async ({ end }) => {
    const { user, bar, archive, sendBytes } = await startZip();
    await end(user);
    const dialog = within(await screen.findByRole('dialog', { name: END_QUESTION }));
    await user.click(dialog.getByRole('button', { name: 'Keep downloading' }));

    expect(screen.queryByRole('dialog')).toBeNull();
    bar.getByRole('progressbar', { name: 'Packing 5 files' });
    expect(readSelectedNames()).toHaveLength(5);

    sendBytes();
    await screen.findByText('5 files were saved as a zip archive.');
    expect(archive.close).toHaveBeenCalledOnce();
  });

  it('cancels the Escape that asks, because browsers would close the new dialog with it', async () => {
    await startZip();
    const wasCancelled = !fireEvent.keyDown(document.body, { key: 'Escape' });

    await screen.findByRole('dialog', { name: END_QUESTION });
    expect(wasCancelled).toBe(true);
  });

  it('stops the download and ends the selection if the member confirms', async () => {
    const { archive, user } = await startZip();
    await user.click(getButton('End selection'));
    await user.click(await screen.findByRole('button', { name: 'Stop the download' }));

    await waitFor(() => expect(archive.abort).toHaveBeenCalledOnce());
    expect(archive.close).not.toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Selected files' })).toBeNull();
    expect(document.activeElement).toBe(getButton('Select'));
  });

  it('closes the question when the download completes, and ends the next selection without a question', async () => {
    const { user, sendBytes } = await startZip();
    await user.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: END_QUESTION });
    sendBytes();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected files' })).toBeNull());
  });

  it('shows failed likes in a toast if the selection has ended, and keeps the next selection empty', async () => {
    const { user, releaseLikes } = await startLikes();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected files' })).toBeNull());

    releaseLikes();
    const toast = await screen.findByText('Not liked: coral.txt. Something went wrong on our side. Please try again.');
    expect(toast.closest('li')?.querySelector('.toast__mark--failure')).not.toBeNull();

    await user.click(getButton('Select'));
    await screen.findByText('0 selected');
    expect(readSelectedNames()).toEqual([]);
  });

  it('shows no names of files in a toast after a logout', async () => {
    const { releaseLikes } = await startLikes();
    act(() => markSignedOut());
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected files' })).toBeNull());

    releaseLikes();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));

    expect(toasts.value).toEqual([]);
  });
});
