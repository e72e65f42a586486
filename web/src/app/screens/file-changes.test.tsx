// @vitest-environment happy-dom
/** Tests of likes and deletions while the file explorer reloads. A late response must not undo them. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emitProductEvent } from '../../platform/product-events.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp, returnToTab } from '../../test-support/render-app.tsx';
import { sampleFile, VIEWER } from '../../test-support/sample-data.ts';

afterEach(() => sessionStorage.clear());

const OWN_FILE = sampleFile({ key: 'own', fileName: 'own.txt', userId: VIEWER.id, uploaderName: VIEWER.username });

const findFile = (name: string) => screen.findByRole('heading', { level: 3, name, hidden: true });
const readFileNames = () => [...document.querySelectorAll('.file-card__name')].map(({ textContent }) => textContent);

describe('file explorer that reloads while a file changes', () => {
  /** Shows the viewer's file. `reload` starts a reload, whose response is computed before the next change of `server`. */
  async function startReload() {
    const server = { files: [OWN_FILE] };
    let responseReady = Promise.resolve();
    const api = emptyApi().on(contract.files.list, async () => {
      const { files } = server;
      await responseReady;
      return { files, lastKey: null, requestId: null };
    });
    const app = renderApp('/files', { api });
    await findFile('own.txt');

    const { promise, resolve: respond } = Promise.withResolvers<void>();
    responseReady = promise;
    await app.user.click(screen.getByRole('button', { name: 'Refresh Files' }));
    await waitFor(() => expect(api.inputsOf(contract.files.list)).toHaveLength(2));

    const finishReload = async () => {
      respond();
      const button = screen.getByRole('button', { name: 'Refresh Files' });
      await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
    };
    return { ...app, server, finishReload };
  }

  it('keeps a like that was sent during the reload', async () => {
    const { api, user, server, finishReload } = await startReload();
    api.on(contract.files.like, () => {
      server.files = [{ ...OWN_FILE, likedByViewer: true, likeCount: 1 }];
      return { liked: true, likeCount: 1 };
    });
    await user.click(screen.getByRole('button', { name: /^Like own\.txt/ }));
    await waitFor(() => expect(api.inputsOf(contract.files.like)).toHaveLength(1));
    await finishReload();

    const button = screen.getByRole('button', { name: 'Like own.txt, 1 like' });
    expect(button.getAttribute('aria-pressed')).toBe('true');
  });

  it("doesn't show a file again that another tab deletes", async () => {
    const { server, finishReload } = await startReload();
    server.files = [];
    act(() => emitProductEvent('fileDeleted', { fileId: OWN_FILE.key, depth: 0 }));
    expect(readFileNames()).toEqual([]);

    await finishReload();

    expect(readFileNames()).toEqual([]);
  });

  it("doesn't show files again that another tab deletes one after the other, during every attempt", async () => {
    const { api, server, finishReload } = await startReload();
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
    server.files = names.map((name) => sampleFile({ key: name, fileName: name }));
    api.on(contract.files.list, () => {
      const { files } = server;
      server.files = files.slice(1);
      // The tab deletes a file after the response was computed, and before it arrives.
      emitProductEvent('fileDeleted', { fileId: files[0]!.key, depth: 0 });
      return { files, lastKey: null, requestId: null };
    });
    act(() => emitProductEvent('fileDeleted', { fileId: OWN_FILE.key, depth: 0 }));

    await finishReload();

    expect(readFileNames()).toEqual(server.files.map(({ fileName }) => fileName));
    expect(server.files.length).toBeLessThan(names.length);
  });

  it("doesn't show a deleted file again", async () => {
    const { api, user, server, finishReload } = await startReload();
    api.on(contract.files.delete, () => {
      server.files = [];
      return { depth: 0 } as never;
    });
    await user.click(screen.getByRole('button', { name: 'Delete own.txt' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('own.txt has been deleted.');
    await finishReload();

    expect(readFileNames()).toEqual([]);
  });
});

it('shows no file on return that another tab has deleted in the meantime', async () => {
  const otherFile = sampleFile({ key: 'other', fileName: 'other.txt' });
  const api = emptyApi().on(contract.files.list, () => ({
    files: [otherFile, OWN_FILE],
    lastKey: null,
    requestId: null,
  }));
  const { user } = renderApp('/files', { api });
  await findFile('own.txt');
  await user.click(screen.getByRole('link', { name: 'Upload' }));
  await screen.findByRole('heading', { level: 1, name: 'Upload Files' });

  act(() => emitProductEvent('fileDeleted', { fileId: OWN_FILE.key, depth: 0 }));
  // The API doesn't respond, so the list can only come from the cache.
  api.hold(contract.files.list);
  history.back();
  await findFile('other.txt');

  expect(readFileNames()).toEqual(['other.txt']);
});

it('keeps a like on a profile whose files reload', async () => {
  let files = [OWN_FILE];
  let responseReady = Promise.resolve();
  const api = emptyApi()
    .on(contract.files.listOfMember, async () => {
      const response = { files, cursor: null };
      await responseReady;
      return response;
    })
    .on(contract.files.like, () => {
      files = [{ ...OWN_FILE, likedByViewer: true, likeCount: 1 }];
      return { liked: true, likeCount: 1 };
    });
  const { user } = renderApp(`/profile/${VIEWER.id}?tab=files`, { api });
  await findFile('own.txt');

  const { promise, resolve: respond } = Promise.withResolvers<void>();
  responseReady = promise;
  returnToTab();
  await waitFor(() => expect(api.inputsOf(contract.files.listOfMember)).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: /^Like own\.txt/ }));
  await waitFor(() => expect(api.inputsOf(contract.files.like)).toHaveLength(1));
  respond();

  await waitFor(() => expect(api.inputsOf(contract.files.listOfMember)).toHaveLength(3));
  await screen.findByRole('button', { name: 'Like own.txt, 1 like' });
});
