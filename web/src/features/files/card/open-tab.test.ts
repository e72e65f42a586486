import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openInNewTab } from './open-tab.ts';

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
const opens = (tab: ReturnType<typeof fakeTab> | null) => () => tab as never;

it('opens the tab before the address is known, cuts it off, and leads it there', async () => {
  const tab = fakeTab();
  const opening = openInNewTab(
    'reef.png',
    async () => {
      expect([tab.opener, tab.document.title]).toEqual([null, 'reef.png']);
      return 'https://store.example/reef';
    },
    opens(tab),
  );
  await opening;
  expect(tab.location.replace).toHaveBeenCalledWith('https://store.example/reef');
  tab.location.href = 'https://store.example/reef';
  vi.runAllTimers();
  expect(tab.close).not.toHaveBeenCalled();
});

it('closes the tab that a download has left empty', async () => {
  const tab = fakeTab();
  await openInNewTab('reef.zip', async () => 'https://store.example/zip', opens(tab));
  expect(tab.close).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(tab.close).toHaveBeenCalledOnce();
});

it('closes the tab when there is no address, and says so when there is no tab', async () => {
  const tab = fakeTab();
  const fail = async () => Promise.reject(new Error('No such file.'));
  await expect(openInNewTab('reef.png', fail, opens(tab))).rejects.toThrow('No such file.');
  expect(tab.close).toHaveBeenCalledOnce();
  await expect(openInNewTab('reef.png', fail, opens(null))).rejects.toThrow('blocked');
});
