// @vitest-environment happy-dom
/** Tests of a dashboard that refreshes while a dialog is open. The dialog keeps its item until it is closed. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import type { Comment } from '../../../../shared/contract/posts.ts';
import { emitProductEvent, onProductEvent } from '../../platform/product-events.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError, type FakeApi } from '../../test-support/fake-api.ts';
import { renderApp, returnToTab } from '../../test-support/render-app.tsx';
import { NILS, sampleFile, samplePost, VIEWER } from '../../test-support/sample-data.ts';
import { serveDashboard } from '../../test-support/serve-dashboard.ts';

afterEach(() => sessionStorage.clear());

const OWN_FILE = sampleFile({ key: 'own', fileName: 'own.txt', userId: VIEWER.id, uploaderName: VIEWER.username });

/** Builds another member's file that is newer than the viewer's. */
const buildNewerFile = (fileName: string) => sampleFile({ key: fileName, fileName });

/** Builds a comment on the sample post. */
function buildComment(changes: Partial<Comment>): Comment {
  const createdAt = '2026-01-05T11:00:00.000Z';
  return {
    id: 'own',
    userId: VIEWER.id,
    username: VIEWER.username,
    userProfilePic: '',
    text: '',
    createdAt,
    ...changes,
  };
}

const OWN_COMMENT = buildComment({ text: 'Mind the rocks.' });
const NEWER_COMMENT = buildComment({ id: 'newer', userId: NILS.id, username: NILS.username, text: 'Thank you.' });

/** Makes the API serve a post whose newest comment is this one. */
const serveComment = (api: FakeApi, newestComment: Comment, commentCount: number) =>
  serveDashboard(api, { posts: [samplePost({ newestComment, commentCount })] });

/** Moves the focus to the page, as a click next to all fields does. */
const blurFocus = () => act(() => (document.activeElement as HTMLElement).blur());

describe('dialog of a recent file', () => {
  /** Opens a dialog of the viewer's file. */
  async function openDialog(buttonName: string, api = emptyApi()) {
    serveDashboard(api, { files: [OWN_FILE] });
    const app = renderApp('/dashboard', { api });
    await app.user.click(await screen.findByRole('button', { name: buttonName }));
    return { ...app, dialog: await screen.findByRole('dialog') };
  }

  /** Refreshes the dashboard, whose only file is now a newer one. */
  async function refreshWithNewerFile(api: FakeApi, fileName: string) {
    serveDashboard(api, { files: [buildNewerFile(fileName)] });
    returnToTab();
    await screen.findByRole('heading', { level: 3, name: fileName, hidden: true });
  }

  it('keeps the typed text when newer files push the file off the dashboard', async () => {
    const { api, user, dialog } = await openDialog('Edit own.txt');
    const field = within(dialog).getByLabelText<HTMLTextAreaElement>('Description');
    await user.type(field, 'Half a thought');
    blurFocus();
    await refreshWithNewerFile(api, 'newer.txt');

    expect(field.isConnected).toBe(true);
    expect(field.value).toBe('Half a thought');
    const names = [...document.querySelectorAll('.file-card__name')].map(({ textContent }) => textContent);
    expect(names).toEqual(['newer.txt', 'own.txt']);
  });

  it('removes the card at the first refresh after the dialog is closed', async () => {
    const { api, user, dialog } = await openDialog('Edit own.txt');
    await refreshWithNewerFile(api, 'newer.txt');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    blurFocus();
    await refreshWithNewerFile(api, 'newest.txt');

    expect(screen.queryByText('own.txt')).toBeNull();
  });

  it('closes when the file is deleted in another tab', async () => {
    const { api, dialog } = await openDialog('Edit own.txt');
    await refreshWithNewerFile(api, 'newer.txt');
    act(() => emitProductEvent('fileDeleted', { fileId: OWN_FILE.key, depth: 0 }));

    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect(screen.queryByText('own.txt')).toBeNull();
  });

  it('closes when the deletion finds that the file is already deleted', async () => {
    const api = emptyApi().fail(contract.files.delete, () => apiError({ code: 'NotFound', params: { item: 'file' } }));
    const { user, dialog } = await openDialog('Delete own.txt', api);
    await refreshWithNewerFile(api, 'newer.txt');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));

    await waitFor(() => expect(screen.queryByText('own.txt')).toBeNull());
  });

  it('removes an already deleted file from other tabs, too', async () => {
    const api = emptyApi().fail(contract.files.delete, () => apiError({ code: 'NotFound', params: { item: 'file' } }));
    const { user, dialog } = await openDialog('Delete own.txt', api);
    const deletedIds: string[] = [];
    onTestFinished(onProductEvent('fileDeleted', ({ fileId }) => deletedIds.push(fileId)));

    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));

    await waitFor(() => expect(deletedIds).toEqual([OWN_FILE.key]));
  });
});

describe('dialog that deletes the newest comment', () => {
  /** Opens the dialog, and refreshes the dashboard, where another comment is now the newest. */
  async function openDialogAndRefresh(api: FakeApi) {
    serveComment(api, OWN_COMMENT, 1);
    const { user } = renderApp('/dashboard', { api });
    await user.click(await screen.findByRole('button', { name: 'Delete your comment on the post by Nils' }));
    const dialog = within(await screen.findByRole('dialog'));

    blurFocus();
    serveComment(api, NEWER_COMMENT, 2);
    returnToTab();
    await screen.findByText('Thank you.');

    return { deleteComment: () => user.click(dialog.getByRole('button', { name: 'Delete' })), dialog };
  }

  const getComments = () => [...document.querySelectorAll('.comment .post-text')].map((text) => text.textContent);

  it('shows that the deletion failed after a newer comment has arrived', async () => {
    const api = emptyApi().fail(contract.posts.deleteComment, () => apiError({ code: 'Internal' }));
    const { deleteComment, dialog } = await openDialogAndRefresh(api);
    expect(getComments()).toEqual(['Mind the rocks.', 'Thank you.']);

    await deleteComment();
    await dialog.findByText(/^The comment couldn't be deleted\./);
  });

  it('disappears with its comment when the deletion succeeds after a newer comment has arrived', async () => {
    // The refreshed dashboard already has this count.
    const api = emptyApi().on(contract.posts.deleteComment, () => ({ commentCount: 2 }));
    const { deleteComment } = await openDialogAndRefresh(api);

    await deleteComment();
    await waitFor(() => expect(getComments()).toEqual(['Thank you.']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps a newer comment that arrives while the previous comment is loading', async () => {
    const previousComment = buildComment({ id: 'previous', userId: NILS.id, text: 'Calm today.' });
    const api = serveComment(emptyApi(), OWN_COMMENT, 2)
      .on(contract.posts.deleteComment, () => ({ commentCount: 1 }))
      .on(contract.posts.listComments, () => ({ comments: [previousComment], cursor: null }));
    const release = api.hold(contract.posts.listComments);
    const { user } = renderApp('/dashboard', { api });
    await user.click(await screen.findByRole('button', { name: 'Delete your comment on the post by Nils' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(getComments()).toEqual([]));

    serveComment(api, NEWER_COMMENT, 2);
    returnToTab();
    await screen.findByText('Thank you.');
    release();
    // Time for the response, which must change nothing.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));

    expect(getComments()).toEqual(['Thank you.']);
  });
  it('moves the focus to the comments of the post when its only comment is deleted', async () => {
    const api = serveComment(emptyApi(), OWN_COMMENT, 1).on(contract.posts.deleteComment, () => ({ commentCount: 0 }));
    const { user } = renderApp('/dashboard', { api });
    await user.click(await screen.findByRole('button', { name: 'Delete your comment on the post by Nils' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(getComments()).toEqual([]));

    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Comments on the post by Nils' }));
  });
});
