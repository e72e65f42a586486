import { texts } from '../texts.ts';

/** By then a file that is saved instead of shown is on its way, and has left its tab empty. */
const DOWNLOAD_BEGUN_MS = 10_000;

/** As much of a window as opening one needs. */
type OpenWindow = (address: string, target: string) => Pick<Window, 'close' | 'location' | 'document'> | null;

/**
 * Opens an address that is still being asked for in a new tab. The tab is opened at once, within the click, or browsers
 * would block it; it is cut off from this page before it goes anywhere.
 *
 * @throws Error when the browser opens no tab, and whatever asking for the address throws
 */
export async function openInNewTab(
  name: string,
  ask: () => Promise<string>,
  open: OpenWindow = (...where) => window.open(...where),
): Promise<void> {
  const tab = open('about:blank', '_blank');
  if (!tab) throw new Error(texts.tabBlocked);
  (tab as { opener?: unknown }).opener = null;
  tab.document.title = name;
  tab.document.body.append(texts.opening(name));
  try {
    const address = await ask();
    tab.location.replace(address);
    setTimeout(() => closeIfEmpty(tab), DOWNLOAD_BEGUN_MS);
  } catch (error) {
    tab.close();
    throw error;
  }
}

function closeIfEmpty(tab: Pick<Window, 'close' | 'location'>): void {
  try {
    if (tab.location.href === 'about:blank') tab.close();
  } catch {
    // It shows a page of the store, which this page may not look at.
  }
}
