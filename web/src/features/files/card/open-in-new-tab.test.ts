/** Tests of opening a file in a new tab whose URL is fetched after the click. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openInNewTab } from './open-in-new-tab.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Builds an empty tab, with the part of `Window` that is used. */
function buildTab() {
  return {
    opener: {} as unknown,
    close: vi.fn(),
    location: { href: 'about:blank', replace: vi.fn() },
    document: { title: '', body: { append: vi.fn() } },
  };
}

/** Returns a `window.open` that returns this tab, or null if the browser blocks it. */
const openWith = (tab: ReturnType<typeof buildTab> | null) => () => tab as never;

describe('openInNewTab', () => {
  it('opens a tab without an opener before the URL is known', async () => {
    const tab = buildTab();
    const fetchUrl = async () => {
      expect(tab.opener).toBeNull();
      expect(tab.document.title).toBe('reef.png');
      return 'https://store.example/reef';
    };

    await openInNewTab('reef.png', fetchUrl, openWith(tab));

    expect(tab.location.replace).toHaveBeenCalledWith('https://store.example/reef');
  });

  it('leaves a tab open that shows the file', async () => {
    const tab = buildTab();
    await openInNewTab('reef.png', async () => 'https://store.example/reef', openWith(tab));

    tab.location.href = 'https://store.example/reef';
    vi.runAllTimers();
    expect(tab.close).not.toHaveBeenCalled();
  });

  it('closes a tab that stays empty because the browser downloads the file', async () => {
    const tab = buildTab();
    await openInNewTab('reef.zip', async () => 'https://store.example/zip', openWith(tab));
    expect(tab.close).not.toHaveBeenCalled();

    vi.runAllTimers();
    expect(tab.close).toHaveBeenCalledOnce();
  });

  it('closes the tab if fetching the URL fails', async () => {
    const tab = buildTab();
    const fail = async () => Promise.reject(new Error('No such file.'));

    await expect(openInNewTab('reef.png', fail, openWith(tab))).rejects.toThrow('No such file.');
    expect(tab.close).toHaveBeenCalledOnce();
  });

  it('throws if the browser blocks the tab', async () => {
    await expect(openInNewTab('reef.png', async () => '/reef', openWith(null))).rejects.toThrow('blocked');
  });
});
