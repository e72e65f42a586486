import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openInNewTab } from './open-in-new-tab.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fakeTab() {
  return {
    opener: {} as unknown,
    close: vi.fn(),
    location: { href: 'about:blank', replace: vi.fn() },
    document: { title: '', body: { append: vi.fn() } },
  };
}
const openWith = (tab: ReturnType<typeof fakeTab> | null) => () => tab as never;

describe('openInNewTab', () => {
  it('opens the tab before the URL is known, removes its opener, and navigates it', async () => {
    const tab = fakeTab();
    const opening = openInNewTab(
      'reef.png',
      async () => {
        expect([tab.opener, tab.document.title]).toEqual([null, 'reef.png']);
        return 'https://store.example/reef';
      },
      openWith(tab),
    );
    await opening;

    expect(tab.location.replace).toHaveBeenCalledWith('https://store.example/reef');

    tab.location.href = 'https://store.example/reef';
    vi.runAllTimers();
    expect(tab.close).not.toHaveBeenCalled();
  });

  it('closes a tab that stays empty because of a download', async () => {
    const tab = fakeTab();
    await openInNewTab('reef.zip', async () => 'https://store.example/zip', openWith(tab));
    expect(tab.close).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(tab.close).toHaveBeenCalledOnce();
  });

  it('closes the tab if fetching the URL fails, and throws if the browser blocks the tab', async () => {
    const tab = fakeTab();
    const fail = async () => Promise.reject(new Error('No such file.'));
    await expect(openInNewTab('reef.png', fail, openWith(tab))).rejects.toThrow('No such file.');
    expect(tab.close).toHaveBeenCalledOnce();
    await expect(openInNewTab('reef.png', fail, openWith(null))).rejects.toThrow('blocked');
  });
});
