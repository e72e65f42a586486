// @vitest-environment happy-dom
/** Tests of the file explorer's list: its states, its options, and the pages that it requests. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { endSession, renderApp } from '../../test-support/render-app.tsx';
import { sampleFile, VIEWER } from '../../test-support/sample-data.ts';

const buildBadGateway = () => new Response('Bad Gateway', { status: 502 });
const readAlertTexts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
const getButton = (name: string) => screen.getByRole('button', { name });

const buildApi = (...files: ListedFile[]) =>
  emptyApi().on(contract.files.list, () => ({ files, lastKey: null, requestId: null }));
const findFile = (name = 'low.txt') => screen.findByRole('heading', { level: 3, name });

describe('file explorer', () => {
  it('shows a loading text, then an empty state', async () => {
    const api = emptyApi();
    const release = api.hold(contract.files.list);
    renderApp('/files', { api });
    await screen.findByText('Loading files...');

    release();
    await screen.findByText('No files found. Upload some files to get started!');
  });

  it("shows the member's depth in the heading", async () => {
    const api = buildApi(sampleFile()).on(contract.account.me, () => ({ profile: { ...VIEWER, depth: 12.3456 } }));
    renderApp('/files', { api });
    await findFile();
    expect(document.querySelector('.screen__lead')?.textContent).toContain('Your depth: 12.35m');
  });

  it('requests the first page only after the profile is loaded', async () => {
    const api = buildApi(sampleFile());
    const release = api.hold(contract.account.me);
    renderApp('/files', { api });
    await within(await screen.findByRole('main')).findByText('Loading...');

    expect(api.inputsOf(contract.files.list)).toEqual([]);

    release();
    await findFile();
    expect(api.inputsOf(contract.files.list)).toMatchObject([{ lastKey: null }]);
  });

  it('says that the search covers names and descriptions', async () => {
    renderApp('/files', { api: buildApi(sampleFile()) });
    await findFile();

    expect(screen.getByLabelText('Search files by name or description').getAttribute('placeholder')).toBe(
      'Search files...',
    );
  });

  it('offers all sort orders and file types', async () => {
    renderApp('/files', { api: buildApi(sampleFile()) });
    await findFile();
    const options = within(screen.getByLabelText('Sort by')).getAllByRole<HTMLOptionElement>('option');

    expect(options.map(({ textContent, value }) => [textContent, value])).toEqual([
      ['Most Recent', 'recent'],
      ['Largest Size', 'size'],
    ]);

    const types = [...document.querySelectorAll('.explorer__filters label')];
    expect(types.map((label) => [label.textContent, label.querySelector('input')?.value])).toEqual([
      ['All Files', 'all'],
      ['Images', 'image/'],
      ['Videos', 'video/'],
      ['Audio', 'audio/'],
      ['PDFs', 'application/pdf'],
      ['Text', 'text/'],
      ['Archives', 'application/zip'],
    ]);
  });

  describe('buttons that load files', () => {
    const FIRST_PAGE = { limit: 20, fileType: 'text/', includeOwnFiles: true, lastKey: null };
    const queryCards = () => [...document.querySelectorAll('.file-card')];

    /** Opens a list of text files. Its first page has one file and a further page. A longer first page has no further one. */
    async function openTwoPages() {
      const api = emptyApi().on(contract.files.list, ({ lastKey, limit }) => ({
        files: [sampleFile({ key: `users/nils/${lastKey}` })],
        lastKey: lastKey === null && limit === 20 ? 'two' : null,
        requestId: null,
      }));
      const { user } = renderApp('/files?type=text%2F', { api });
      await screen.findByText('1 file shown, more below');
      return { user, readRequests: () => api.inputsOf(contract.files.list) };
    }

    it('requests the next 20 files on Load More, and focuses the first of them', async () => {
      const { user, readRequests } = await openTwoPages();

      await user.click(getButton('Load More Files'));
      await waitFor(() => expect(queryCards()).toHaveLength(2));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Load More Files' })).toBeNull());

      expect(readRequests()).toMatchObject([FIRST_PAGE, { ...FIRST_PAGE, lastKey: 'two' }]);
      expect(document.activeElement).toBe(queryCards()[1]);
    });

    it('requests only the first page again on Refresh', async () => {
      const { user, readRequests } = await openTwoPages();
      await user.click(getButton('Load More Files'));
      await screen.findByText('2 files shown');

      await user.click(getButton('Refresh Files'));
      await screen.findByText('1 file shown, more below');

      expect(readRequests().slice(2)).toMatchObject([FIRST_PAGE]);
    });

    it('requests up to 1000 files of all types on Load All', async () => {
      const { user, readRequests } = await openTwoPages();

      await user.click(getButton('Load All Files'));
      await screen.findByText('1 file shown');

      expect(readRequests().slice(1)).toMatchObject([
        { limit: 1000, fileType: 'all', includeOwnFiles: true, lastKey: null },
      ]);
    });
  });

  it('sends no file type with a page of all types', async () => {
    const api = emptyApi();

    renderApp('/files', { api });
    await screen.findByText('No files found. Upload some files to get started!');

    const [firstRequest] = api.inputsOf(contract.files.list);
    expect(firstRequest).toMatchObject({ sortBy: 'recent', limit: 20 });
    expect(firstRequest?.fileType).toBeUndefined();
  });

  it('remembers the gallery view on the device, and not in the URL', async () => {
    const api = buildApi(sampleFile(), sampleFile({ key: 'users/nils/high.txt', fileName: 'high.txt' }));
    const { user, unmount } = renderApp('/files', { api });
    const readList = async () => (await findFile()).closest('ul')!;
    expect((await readList()).className).not.toContain('gallery');

    await user.click(getButton('Gallery view'));
    expect((await readList()).className).toContain('gallery');
    expect(getButton('Gallery view').getAttribute('aria-pressed')).toBe('true');
    expect(location.search).toBe('');

    unmount();
    renderApp('/files', { api });
    const list = await readList();
    expect(list.className).toContain('gallery');

    const cards = within(list).getAllByRole('listitem');
    expect(cards.map((card) => [card.getAttribute('aria-label'), card.getAttribute('aria-posinset')])).toEqual([
      ['low.txt', '1'],
      ['high.txt', '2'],
    ]);
    expect(localStorage.getItem('fathom.files.view')).toBe('gallery');

    // Restores the view for the next tests.
    await user.click(getButton('List view'));
  });
});

describe('file explorer when loading fails', () => {
  it('keeps the files below the error when Refresh Files fails, until Retry succeeds', async () => {
    const { api, user } = renderApp('/files', { api: buildApi(sampleFile()) });
    await findFile();

    api.fail(contract.files.list, buildBadGateway);
    await user.click(getButton('Refresh Files'));
    await waitFor(() => expect(readAlertTexts().join()).toContain('Failed to fetch files: 502 - Bad Gateway'));

    const file = await findFile();
    expect(getButton('Retry').compareDocumentPosition(file)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

    api.on(contract.files.list, () => ({ files: [sampleFile()], lastKey: null, requestId: null }));
    await user.click(getButton('Retry'));
    await findFile();

    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it.each([
    [buildBadGateway, 'Failed to load all files: Failed to fetch all files: 502'],
    [
      () => apiError({ code: 'Throttled' }),
      'Failed to load all files: The ocean is crowded right now. Please try again in a moment.',
    ],
  ])('shows the error when Load All Files fails', async (response, message) => {
    const { api, user } = renderApp('/files', { api: buildApi(sampleFile()) });
    await findFile();

    api.fail(contract.files.list, response);
    await user.click(getButton('Load All Files'));
    const alert = await screen.findByText(message);
    expect(alert.closest('[role=alert]')).not.toBeNull();

    // The files are from the earlier list. Their buttons must still work.
    await findFile();
    api.on(contract.files.like, () => ({ liked: true, likeCount: 1 }));
    await user.click(screen.getByRole('button', { name: /^Like low\.txt/ }));
    await screen.findByRole('button', { name: 'Like low.txt, 1 like' });
  });

  it('returns to the list in pages with Refresh Files when Load All Files fails', async () => {
    const api = emptyApi().on(contract.files.list, ({ outline }) =>
      outline ? buildBadGateway() : { files: [sampleFile()], lastKey: 'two', requestId: null },
    );
    const { user } = renderApp('/files', { api });
    await findFile();
    await user.click(getButton('Load All Files'));
    await screen.findByText('Failed to load all files: Failed to fetch all files: 502');
    expect(screen.queryByRole('button', { name: 'Load More Files' })).toBeNull();

    await user.click(getButton('Refresh Files'));

    await screen.findByRole('button', { name: 'Load More Files' });
    expect(screen.queryByText(/^Failed to load all files/)).toBeNull();
  });

  it('keeps the loaded files of the chosen type when loading that type fails', async () => {
    const picture = sampleFile({ key: 'users/nils/reef.png', fileName: 'reef.png', contentType: 'image/png' });
    const { api, user } = renderApp('/files', { api: buildApi(sampleFile(), picture) });
    await findFile();

    api.fail(contract.files.list, buildBadGateway);
    await user.click(screen.getByRole('radio', { name: 'Images' }));
    await screen.findByText('The files loaded before are still here.');
    await findFile('reef.png');

    expect(screen.queryByRole('heading', { level: 3, name: 'low.txt' })).toBeNull();

    api.on(contract.files.list, () => ({ files: [picture], lastKey: null, requestId: null }));
    await user.click(getButton('Retry'));
    await screen.findByText('1 file shown');
  });

  it('keeps all pages when Load More Files fails, and retries the failed page', async () => {
    const servePage = ({ lastKey }: { lastKey?: string | null }) => ({
      files: [sampleFile({ key: `users/nils/${lastKey}` })],
      lastKey: lastKey ? null : 'two',
      requestId: null,
    });

    const { api, user } = renderApp('/files', { api: emptyApi().on(contract.files.list, servePage) });
    await screen.findByText('1 file shown, more below');

    api.fail(contract.files.list, buildBadGateway);
    await user.click(getButton('Load More Files'));
    const error = await screen.findByText('Failed to fetch files: 502 - Bad Gateway');
    const card = document.querySelector('.file-card')!;

    expect(card.compareDocumentPosition(error)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

    api.on(contract.files.list, servePage);
    await user.click(getButton('Retry'));
    await screen.findByText('2 files shown');

    expect(api.inputsOf(contract.files.list).at(-1)).toMatchObject({ lastKey: 'two' });
  });

  it('prompts to sign in and logs the reason when the session has expired', async () => {
    const { api, user, loggedMessages } = renderApp('/files', { api: buildApi(sampleFile()) });
    await findFile();

    endSession(api);
    await user.click(getButton('Refresh Files'));
    await screen.findByText('Please sign in to view files.');

    expect(loggedMessages).toContain('User authentication required to view files');
  });
});

describe('file card', () => {
  it('offers neither a preview nor a download while a file is scanned for malware', async () => {
    const scanningFile = sampleFile({ key: 'users/nils/new.txt', fileName: 'new.txt', scanning: true, url: undefined });
    renderApp('/files', { api: buildApi(sampleFile(), scanningFile) });
    const scanningCard = (await findFile('new.txt')).closest('li')!;
    expect(within(scanningCard).getByText('Being checked. Opens in a moment.')).toBeDefined();

    const queryControls = (element: HTMLElement) => within(element).queryAllByLabelText(/^(Preview|Download) /);
    expect(queryControls(scanningCard)).toEqual([]);

    const scannedCard = (await findFile()).closest('li')!;
    expect(queryControls(scannedCard)).toHaveLength(2);
  });

  it('links a file without a download URL to a search for its name', async () => {
    renderApp('/files', { api: buildApi(sampleFile({ fileName: 'low & high.txt', url: '' })) });
    const link = await screen.findByRole('link', { name: /^Download low & high.txt/ });
    expect(link.getAttribute('href')).toBe('/files?q=low%20%26%20high.txt');
  });

  it('takes the like back and shows an error when saving it fails', async () => {
    const { user } = renderApp('/files', { api: buildApi(sampleFile()).fail(contract.files.like) });
    await findFile();

    const likeButton = screen.getByRole('button', { name: /^Like low\.txt/ });
    await user.click(likeButton);
    await screen.findByText((text) => text.startsWith("Your like couldn't be saved."));

    expect(likeButton.getAttribute('aria-pressed')).toBe('false');
  });
});
