// @vitest-environment happy-dom
/** Tests of Load All, which requests all rows without details, and then the details of the rows near the window. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import type { ListedFile, OutlinedFile } from '../../../../shared/contract/files.ts';
import { FILES_BULK_LIMIT } from '../../../../shared/rules/limits.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { sampleFile } from '../../test-support/sample-data.ts';

const FILE_COUNT = 200;

/** Maximum number of files that the page loads in one request. */
const BATCH_SIZE = 50;

/** The number of files that the page loads at first: the block of 20 that contains the rows in view. */
const FIRST_BLOCK_SIZE = 20;

/** The name of each file whose card has rendered its contents, once per render. */
const renderedNames: string[] = [];

// Records each render of a card's contents.
vi.mock('../../features/files/card/file-thumbnail.tsx', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  FileThumbnail: ({ file }: { file: ListedFile }) => {
    renderedNames.push(file.fileName);
    return null;
  },
}));

// Without a layout, all rows would be 0 pixels high, and all of them in view.
beforeEach(() => vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(96));
afterEach(() => void vi.restoreAllMocks());

const nameAt = (index: number) => `Reef ${index}.txt`;

/** Returns the ID of a file in an outline, which has 22 characters. */
const idAt = (index: number) => String(index).padStart(22, '-');

const fileAt = (index: number): ListedFile & { id: string } => ({
  ...sampleFile({ key: `files/nils/${index}`, fileName: nameAt(index), size: 1000, url: '' }),
  id: idAt(index),
});

/** The outline of all files: the fields by which the page searches and filters them. */
const outline: OutlinedFile[] = Array.from({ length: FILE_COUNT }, (_, index) => {
  const { id, fileName, contentType, lastModified, userId } = fileAt(index);
  return { id, searchText: fileName.toLowerCase(), contentType, lastModified, userId };
});

const filesById = new Map(outline.map(({ id }, index) => [id, fileAt(index)]));

/** Builds an API with an outline of 200 files. `load` returns the IDs whose files are served; it can wait or fail. */
function buildOutlineApi(load: (ids: readonly string[]) => readonly string[] | Promise<readonly string[]> | Response) {
  return emptyApi().on(contract.files.list, async ({ outline: wantsOutline, ids }) => {
    const foundIds = ids ? await load(ids) : [];
    if (foundIds instanceof Response) return foundIds;
    const files = foundIds.flatMap((id) => filesById.get(id) ?? []);
    return { files, ...(wantsOutline && { outline }), lastKey: null, requestId: null };
  });
}

/** Opens the explorer, and loads all files. `load` is that of `buildOutlineApi`. */
async function loadAll(load: Parameters<typeof buildOutlineApi>[0] = (ids) => ids) {
  const api = buildOutlineApi(load);
  const { user } = renderApp('/files', { api });
  await user.click(await screen.findByRole('button', { name: 'Load All Files' }));
  // All files, or one less: one test removes a row.
  const counts = [FILE_COUNT - 1, FILE_COUNT];
  await screen.findByText((text) => counts.some((count) => text === `${count} files shown`));

  const listRequestedIds = () =>
    api.inputsOf(contract.files.list).flatMap(({ ids }) => (ids as string[] | undefined) ?? []);

  return { user, api, listRequestedIds };
}

/** Returns an element of each card whose file is loaded: only these have a like button. */
const queryLoadedCards = () => screen.queryAllByRole('button', { name: /^Like Reef/ });
const getButton = (name: string) => screen.getByRole('button', { name });

describe('Load All', () => {
  it('requests an outline, then only the files around the window', async () => {
    const { api, listRequestedIds } = await loadAll();
    await waitFor(() => expect(queryLoadedCards().length).toBeGreaterThan(5));
    // The first request is that of the first page.
    expect(api.inputsOf(contract.files.list)[1]).toMatchObject({ outline: true, limit: FILES_BULK_LIMIT });
    expect(listRequestedIds()).toEqual(outline.slice(0, FIRST_BLOCK_SIZE).map(({ id }) => id));
    expect(screen.getByRole('heading', { level: 3, name: nameAt(0) })).toBeDefined();
  });

  it('shows lower-case names until the files are loaded, and keeps the focus on the card', async () => {
    /** Functions that respond to the requests for files, in order. */
    const responders: (() => void)[] = [];
    await loadAll((ids) => new Promise((resolve) => responders.push(() => resolve(ids))));

    const card = (await screen.findByRole('heading', { level: 3, name: 'reef 3.txt' })).closest('li')!;
    within(card).getByText('Loading…');
    card.focus();

    await waitFor(() => expect(responders).toHaveLength(1));
    responders[0]!();
    await screen.findByRole('heading', { level: 3, name: nameAt(3) });

    expect(document.activeElement).toBe(card);
  });

  it('keeps a like when rows load again', async () => {
    const { api, user } = await loadAll();
    await screen.findByRole('heading', { level: 3, name: nameAt(0) });
    const card = screen.getByRole('heading', { level: 3, name: nameAt(0) }).closest('li')!;
    const likeButton = within(card).getByRole('button', { name: /^Like / });

    let likeCount = 0;
    const { promise: rowsReady, resolve: respond } = Promise.withResolvers<void>();
    const loadRows = vi.fn(async (ids: readonly string[]) => {
      const files = ids.map((id) => ({ ...filesById.get(id)!, likedByViewer: likeCount > 0, likeCount }));
      await rowsReady;
      return { files, lastKey: null, requestId: null };
    });
    api
      .on(contract.files.list, ({ ids }) =>
        ids ? loadRows(ids) : { files: [], outline, lastKey: null, requestId: null },
      )
      .on(contract.files.like, () => {
        likeCount = 1;
        return { liked: true, likeCount };
      });

    await user.click(getButton('Refresh Files'));
    await waitFor(() => expect(loadRows).toHaveBeenCalledTimes(1));
    await user.click(likeButton);
    await waitFor(() => expect(likeCount).toBe(1));
    respond();

    await waitFor(() => expect(loadRows).toHaveBeenCalledTimes(2));
    await within(card).findByRole('button', { name: `Like ${nameAt(0)}, 1 like` });
  });

  it('keeps each of several likes when rows load again', async () => {
    const { api, user } = await loadAll();
    await screen.findByRole('heading', { level: 3, name: nameAt(0) });
    const likedKeys = new Set<string>();
    /** Functions that respond to the requests for files, in order. */
    const responders: (() => void)[] = [];
    api
      .on(contract.files.list, async ({ ids }) => {
        if (!ids) return { files: [], outline, lastKey: null, requestId: null };

        // The likes at the time of the request. Later likes are missing in its response.
        const files = ids.map((id) => {
          const file = filesById.get(id)!;
          const likedByViewer = likedKeys.has(file.key);
          return { ...file, likedByViewer, likeCount: Number(likedByViewer) };
        });
        await new Promise<void>((resolve) => responders.push(resolve));
        return { files, lastKey: null, requestId: null };
      })
      .on(contract.files.like, ({ fileId }) => {
        likedKeys.add(fileId);
        return { liked: true, likeCount: 1 };
      });

    // Each like makes the page request the rows again, but not without end.
    await user.click(getButton('Refresh Files'));
    for (const index of [0, 1, 2]) {
      await waitFor(() => expect(responders).toHaveLength(index + 1));
      await user.click(getButton(`Like ${nameAt(index)}, 0 likes`));
      await waitFor(() => expect(likedKeys.size).toBe(index + 1));
      responders[index]!();
    }

    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    for (const index of [0, 1, 2]) getButton(`Like ${nameAt(index)}, 1 like`);
  });

  it('finds files by name that were never loaded, and loads them', async () => {
    const { user, listRequestedIds } = await loadAll();
    await user.type(screen.getByPlaceholderText('Search files...'), 'REEF 187');
    await screen.findByRole('heading', { level: 3, name: nameAt(187) });
    await screen.findByText('1 file shown');

    expect(listRequestedIds()).toContain(idAt(187));
    expect(listRequestedIds()).not.toContain(idAt(150));
  });

  it('removes the row of a file that the viewer can no longer see', async () => {
    await loadAll((ids) => ids.filter((id) => id !== idAt(2)));
    await screen.findByText(`${FILE_COUNT - 1} files shown`);
    expect(screen.queryByText(/reef 2\.txt/i)).toBeNull();
    await screen.findByRole('heading', { level: 3, name: nameAt(3) });
  });

  it('loads all selected files in batches before it enables the actions', async () => {
    const { user, listRequestedIds, api } = await loadAll();
    await user.click(getButton('Select'));
    await user.click(await screen.findByRole('button', { name: `Select all ${FILE_COUNT}` }));

    // 200 files of 1,000 bytes.
    await screen.findByText(`${FILE_COUNT} selected, 195.31 KB`);
    expect(listRequestedIds().toSorted()).toEqual(outline.map(({ id }) => id).toSorted());

    const batchSizes = api.inputsOf(contract.files.list).map(({ ids }) => (ids as string[] | undefined)?.length ?? 0);
    expect(Math.max(...batchSizes)).toBe(BATCH_SIZE);
    expect(getButton('Download as zip').getAttribute('aria-disabled')).toBe('false');
  });

  it('keeps the outline when rows fail to load, and loads the rows with Retry', async () => {
    let isFailing = true;
    const { user } = await loadAll((ids) => (isFailing ? apiError({ code: 'Throttled' }) : ids));

    await screen.findByText(/Some files couldn't be loaded\. The ocean is crowded right now\./);
    expect(screen.getByRole('heading', { level: 3, name: 'reef 0.txt' })).toBeDefined();

    isFailing = false;
    await user.click(getButton('Retry'));
    await screen.findByRole('heading', { level: 3, name: nameAt(0) });

    expect(screen.queryByText(/couldn't be loaded/)).toBeNull();
  });

  it('renders only the cards that come into view when typing narrows the list', async () => {
    const { user } = await loadAll();
    await waitFor(() => expect(queryLoadedCards().length).toBeGreaterThan(5));
    const field = screen.getByPlaceholderText('Search files...');

    renderedNames.length = 0;
    // All names contain an "r".
    await user.type(field, 'r');
    await screen.findByText(`${FILE_COUNT} files shown`);

    expect(renderedNames).toEqual([]);

    const visibleNames = queryLoadedCards().map((button) => /Reef \d+\.txt/.exec(button.ariaLabel ?? '')?.[0]);
    await user.type(field, 'eef 1');
    // Files 1, 10 to 19, and 100 to 199.
    await screen.findByText('111 files shown');
    await screen.findByRole('heading', { level: 3, name: nameAt(15) });

    expect(renderedNames.filter((name) => visibleNames.includes(name))).toEqual([]);
  });
});
