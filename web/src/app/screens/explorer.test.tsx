// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { endSession, renderApp } from '../../test-support/render-app.tsx';
import { sampleFile, VIEWER } from '../../test-support/sample-data.ts';

const badGateway = () => new Response('Bad Gateway', { status: 502 });
const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
const press = (name: string) => screen.getByRole('button', { name });

const apiWith = (...files: ListedFile[]) =>
  emptyApi().on(contract.files.list, () => ({ files, lastKey: null, requestId: null }));
const findFile = (name = 'low.txt') => screen.findByRole('heading', { level: 3, name });

describe('the file explorer', () => {
  it('says that it loads, and then that there is nothing', async () => {
    const api = emptyApi();
    const release = api.hold(contract.files.list);
    renderApp('/files', { api });
    await screen.findByText('Loading files...');
    release();
    await screen.findByText('No files found. Upload some files to get started!');
  });

  it('shows the depth above the files', async () => {
    const api = apiWith(sampleFile()).on(contract.account.me, () => ({ profile: { ...VIEWER, depth: 12.3456 } }));
    renderApp('/files', { api });
    await findFile();
    expect(document.querySelector('.screen__lead')?.textContent).toContain('Your depth: 12.35m');
  });

  it('asks for files when it is known whose depth counts, and from the start', async () => {
    const api = apiWith(sampleFile());
    const release = api.hold(contract.account.me);
    renderApp('/files', { api });
    await within(await screen.findByRole('main')).findByText('Loading…');
    expect(api.inputsOf(contract.files.list)).toEqual([]);
    release();
    await findFile();
    expect(api.inputsOf(contract.files.list)).toMatchObject([{ lastKey: null }]);
  });

  it('offers every sort and every type', async () => {
    renderApp('/files', { api: apiWith(sampleFile()) });
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

  it('says why there are no files, and begins anew', async () => {
    const { api, user } = renderApp('/files', { api: apiWith(sampleFile()) });
    await findFile();
    api.fail(contract.files.list, badGateway);
    await user.click(press('Refresh Files'));
    await waitFor(() => expect(alerts().join()).toContain('Failed to fetch files: 502 - Bad Gateway'));
    api.on(contract.files.list, () => ({ files: [sampleFile()], lastKey: null, requestId: null }));
    await user.click(press('Retry'));
    await findFile();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it.each([
    [badGateway, 'Failed to load all files: Failed to fetch all files: 502'],
    [() => apiError(503, 'Throttled', 'The tide is high.'), 'Failed to load all files: The tide is high.'],
  ])('says why not all could be loaded', async (response, problem) => {
    const { api, user } = renderApp('/files', { api: apiWith(sampleFile()) });
    await findFile();
    api.fail(contract.files.list, response);
    await user.click(press('Load All Files'));
    const alert = await screen.findByText(problem, {}, { timeout: 30_000 });
    expect(alert.closest('[role=alert]')).not.toBeNull();
  });

  it('asks for twenty, for the next twenty from the cursor, from the start again, and for a thousand of any type', async () => {
    const api = emptyApi().on(contract.files.list, ({ lastKey, limit }) => ({
      files: [sampleFile({ key: `users/nils/${lastKey}` })],
      lastKey: lastKey === null && limit === 20 ? 'two' : null,
      requestId: null,
    }));
    const { user } = renderApp('/files?type=text%2F', { api });
    await screen.findByText('1 file shown, more below');
    await user.click(press('Load More Files'));
    const cards = () => [...document.querySelectorAll('.file-card')];
    await waitFor(() => expect(cards()).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Load More Files' })).toBeNull());
    expect(document.activeElement).toBe(cards()[1]);
    await user.click(press('Refresh Files'));
    await screen.findByText('1 file shown, more below');
    await user.click(press('Load All Files'));
    await screen.findByText('1 file shown');
    const text = { limit: 20, fileType: 'text/', includeOwnFiles: true };
    expect(api.inputsOf(contract.files.list)).toMatchObject([
      { ...text, lastKey: null },
      { ...text, lastKey: 'two' },
      { ...text, lastKey: null },
      { limit: 1000, fileType: 'all', includeOwnFiles: true, lastKey: null },
    ]);
  });

  it('may lie further down than what is loaded, of which nothing has the name that is typed', async () => {
    const api = emptyApi().on(contract.files.list, ({ q }) => ({
      files: q ? [] : [sampleFile()],
      lastKey: q ? null : 'further down',
      requestId: null,
    }));
    const { user } = renderApp('/files', { api });
    await findFile();
    await user.type(screen.getByPlaceholderText('Search files...'), 'another name');
    await screen.findByText('None of the files loaded so far has such a name.');
    expect(screen.queryByText((text) => text.includes('Nothing at your depth or below'))).toBeNull();
    await user.click(press('Search all files'));
    await screen.findByText('Nothing at your depth or below matches this search and filter.');
  });

  it('is asked to sign in by the explorer, which logs why', async () => {
    const { api, user, logged } = renderApp('/files', { api: apiWith(sampleFile()) });
    await findFile();
    endSession(api);
    await user.click(press('Refresh Files'));
    await screen.findByText('Please sign in to view files.');
    expect(logged).toContain('User authentication required to view files');
  });
});

describe('a file card', () => {
  it('is as it was, with a reason, when the like cannot be saved', async () => {
    const { user } = renderApp('/files', { api: apiWith(sampleFile()).fail(contract.files.like) });
    await findFile();
    const like = screen.getByRole('button', { name: /^Like low\.txt/ });
    await user.click(like);
    await screen.findByText((text) => text.startsWith('Your like could not be saved.'));
    expect(like.getAttribute('aria-pressed')).toBe('false');
  });
});
