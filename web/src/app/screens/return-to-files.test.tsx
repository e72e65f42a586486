// @vitest-environment happy-dom
/** Tests of going back to a list of files: the same files at the same scroll position. */
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { sampleFile } from '../../test-support/sample-data.ts';

/** The `lastKey` of the request for each page. The first page has none. */
const PAGE_KEYS = [null, 'two', 'three'];

/** The position to which the member scrolls, in CSS pixels. */
const SCROLL_TOP = 1234;

/** Builds an API that serves three pages of two files. */
function buildPagedApi() {
  return emptyApi().on(contract.files.list, ({ lastKey = null }) => {
    const pageIndex = PAGE_KEYS.indexOf(lastKey);
    const files = [1, 2].map((row) =>
      sampleFile({ key: `users/nils/${pageIndex}-${row}`, fileName: `${pageIndex}-${row}.txt` }),
    );
    return { files, lastKey: PAGE_KEYS[pageIndex + 1] ?? null, requestId: null };
  });
}

it('the file list shows all loaded pages at the same scroll position after Back, then refreshes them', async () => {
  const api = buildPagedApi();
  const { user } = renderApp('/files', { api });

  // Load all pages.
  await screen.findByText('2 files shown, more below');
  await user.click(screen.getByRole('button', { name: 'Load More Files' }));
  await screen.findByText('4 files shown, more below');
  await user.click(screen.getByRole('button', { name: 'Load More Files' }));
  await screen.findByText('6 files shown');

  // Scroll down, and leave.
  scrollTo(0, SCROLL_TOP);
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('heading', { name: 'Recent Activity' });

  // Return while the API doesn't respond, so that the list can only come from the cache.
  const release = api.hold(contract.files.list);
  const scrollToSpy = vi.spyOn(window, 'scrollTo');
  history.back();
  await screen.findByText('6 files shown');

  expect(scrollToSpy).toHaveBeenCalledWith(0, SCROLL_TOP);

  release();
  await expect
    .poll(() => api.inputsOf(contract.files.list).map(({ lastKey }) => lastKey))
    .toEqual([...PAGE_KEYS, ...PAGE_KEYS]);
  expect(screen.getByText('6 files shown')).toBeDefined();
});
