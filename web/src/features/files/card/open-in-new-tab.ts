import { texts } from './texts.ts';

/** Delay before an empty tab is closed, in milliseconds. A tab stays empty if the browser downloads the file. */
const CLOSE_EMPTY_TAB_MS = 10_000;

/** The used part of `window.open`, replaceable in tests. */
type OpenWindow = (url: string, target: string) => Pick<Window, 'close' | 'location' | 'document'> | null;

/**
 * Opens a URL in a new tab while the URL is still being fetched.
 *
 * The tab opens immediately, during the click, because browsers block tabs that open later. The tab can't access this
 * page: `opener` is removed before the tab navigates.
 *
 * @throws Error if the browser blocks the tab, and any error of `fetchUrl`
 */
export async function openInNewTab(
  name: string,
  fetchUrl: () => Promise<string>,
  open: OpenWindow = (...args) => window.open(...args),
): Promise<void> {
  const tab = open('about:blank', '_blank');
  if (!tab) throw new Error(texts.tabBlocked);

  (tab as { opener?: unknown }).opener = null;
  tab.document.title = name;
  tab.document.body.append(texts.opening(name));

  try {
    tab.location.replace(await fetchUrl());
    setTimeout(() => closeIfEmpty(tab), CLOSE_EMPTY_TAB_MS);
  } catch (error) {
    tab.close();
    throw error;
  }
}

/** Closes a tab that still shows the empty page. */
function closeIfEmpty(tab: Pick<Window, 'close' | 'location'>): void {
  try {
    if (tab.location.href === 'about:blank') tab.close();
  } catch {
    // The tab shows a page of another origin, which this page can't read.
  }
}
