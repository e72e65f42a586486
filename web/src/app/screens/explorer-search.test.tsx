// @vitest-environment happy-dom
/** Tests of search, filter, and sort in the file explorer, with the history of the browser. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { sampleFile } from '../../test-support/sample-data.ts';

const getButton = (name: string) => screen.getByRole('button', { name });

const findFile = (name = 'low.txt') => screen.findByRole('heading', { level: 3, name });

describe('search, filter, and sort of the file explorer', () => {
  /** Searches for "l", filters by text, and sorts by size. Each list has one file, named after its request. */
  async function searchFilterAndSort() {
    const api = emptyApi().on(contract.files.list, ({ q, fileType = 'all', sortBy }) => ({
      files: [sampleFile({ fileName: `${q ?? ''}-${fileType.replace('/', '')}-${sortBy}` })],
      lastKey: null,
      requestId: null,
    }));
    const { user } = renderApp('/files', { api });
    await findFile('-all-recent');

    const field = screen.getByPlaceholderText<HTMLInputElement>('Search files...');
    await user.type(field, 'l{enter}');
    await findFile('l-all-recent');
    await user.click(screen.getByRole('radio', { name: 'Text' }));
    await findFile('l-text-recent');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'size');
    await findFile('l-text-size');

    return { user, field };
  }

  it('undoes the last search, filter, or sort with Back, and repeats it with Forward', async () => {
    const { user, field } = await searchFilterAndSort();

    // Typing without Enter adds no entry to the history.
    const entryCount = history.length;
    await user.type(field, '-');
    expect(history.length).toBe(entryCount);

    history.back();
    await findFile('l-text-recent');
    history.back();
    await findFile('l-all-recent');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'All Files' }).checked).toBe(true);

    history.back();
    await findFile('-all-recent');
    await waitFor(() => expect(field.value).toBe(''));

    history.go(2);
    await findFile('l-text-recent');
    await waitFor(() => expect(field.value).toBe('l'));
  });

  it('offers to search all files when no loaded file matches the typed name', async () => {
    const api = emptyApi().on(contract.files.list, ({ q }) => ({
      files: q ? [] : [sampleFile()],
      lastKey: q ? null : 'further down',
      requestId: null,
    }));
    const { user } = renderApp('/files', { api });

    await findFile();
    await user.type(screen.getByPlaceholderText('Search files...'), 'another name');
    await screen.findByText('No loaded file matches that name.');
    expect(screen.queryByText((text) => text.includes('Nothing at your depth or below'))).toBeNull();

    await user.click(getButton('Search all files'));
    await screen.findByText('Nothing at your depth or below matches this search and filter.');
  });

  it('offers to search all files when the typed text replaces a search that has no further page', async () => {
    const api = emptyApi().on(contract.files.list, ({ q }) => ({
      files: q ? [sampleFile({ key: q, fileName: `${q}.txt` })] : [sampleFile()],
      lastKey: null,
      requestId: null,
    }));
    const { user } = renderApp('/files', { api });
    await findFile();
    const field = screen.getByPlaceholderText('Search files...');
    await user.type(field, 'coral{enter}');
    await findFile('coral.txt');

    await user.clear(field);
    await user.type(field, 'lisbon');
    await user.click(await screen.findByRole('button', { name: 'Search all files' }));

    await findFile('lisbon.txt');
  });

  it('says that nothing matches a search of several words, and shows all files again on request', async () => {
    const api = emptyApi().on(contract.files.list, ({ q }) => ({
      files: q ? [] : [sampleFile()],
      lastKey: null,
      requestId: null,
    }));
    const { user } = renderApp('/files', { api });
    await findFile();

    await user.type(screen.getByPlaceholderText('Search files...'), 'no such file{enter}');
    await screen.findByText('Nothing at your depth or below matches this search and filter.');
    expect(screen.queryByRole('button', { name: 'Search all files' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Upload Files' })).toBeNull();

    await user.click(getButton('Show all files'));
    await findFile();
  });

  it('lists all files for a search text of only spaces', async () => {
    const api = emptyApi().on(contract.files.list, () => ({ files: [sampleFile()], lastKey: null, requestId: null }));
    const { user } = renderApp('/files', { api });
    await findFile();

    await user.type(screen.getByPlaceholderText('Search files...'), '   {enter}');
    await findFile();

    expect(api.inputsOf(contract.files.list).every(({ q }) => q === undefined)).toBe(true);
    expect(location.search).toBe('');
  });

  it('suggests an upload if there are no files for a search text of only spaces', async () => {
    const { user } = renderApp('/files');
    await screen.findByText('Nothing is shared at your depth or below yet. Your first file also lifts you.');

    await user.type(screen.getByPlaceholderText('Search files...'), '   {enter}');

    screen.getByText('Nothing is shared at your depth or below yet. Your first file also lifts you.');
    expect(screen.queryByRole('button', { name: 'Search all files' })).toBeNull();
  });

  it('shows files that the server finds by the words of the text in another order', async () => {
    // The page of 20 files and the list of Load All have different files.
    const api = emptyApi().on(contract.files.list, ({ q, limit }) => ({
      files: q === 'lisbon trip' ? [sampleFile({ fileName: `Trip to Lisbon ${limit}.jpg` })] : [sampleFile()],
      lastKey: null,
      requestId: null,
    }));
    const { user } = renderApp('/files', { api });
    await findFile();

    await user.type(screen.getByPlaceholderText('Search files...'), 'lisbon trip');
    await user.click(await screen.findByRole('button', { name: 'Search all files' }));
    await findFile('Trip to Lisbon 20.jpg');

    await user.click(getButton('Load All Files'));
    await findFile('Trip to Lisbon 1000.jpg');
  });
});
