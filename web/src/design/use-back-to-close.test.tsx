// @vitest-environment happy-dom
/** Tests of dialogs that Back closes. The history must be the same afterwards. */
import { cleanup, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useBackToClose } from './use-back-to-close.ts';

/** happy-dom doesn't traverse its history, so the test does. */
const goBack = vi.fn();
let entries: { state: unknown; url: string }[];

beforeEach(() => {
  entries = [];
  goBack.mockReset();
  history.replaceState({ idx: 3, key: 'files' }, '', '/files');
  vi.spyOn(history, 'pushState').mockImplementation((state, _, url) => {
    entries.push({ state: history.state, url: location.href });
    history.replaceState(state, '', url ?? location.href);
  });
  vi.spyOn(history, 'back').mockImplementation(goBack);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Simulates Back. The browser moves to the previous entry before it sends the event. */
function pressBack() {
  const { state, url } = entries.pop()!;
  history.replaceState(state, '', url);
  dispatchEvent(new PopStateEvent('popstate', { state }));
}

function Dialog({ onClose }: { onClose: () => void }) {
  useBackToClose(onClose);
  return null;
}

it("useBackToClose closes on Back, and keeps the router's state of the page", () => {
  const onClose = vi.fn();
  render(<Dialog onClose={onClose} />);
  expect(entries).toHaveLength(1);
  expect(history.state).toMatchObject({ idx: 3, key: 'files' });

  pressBack();
  expect(onClose).toHaveBeenCalledOnce();
  expect(history.state).toEqual({ idx: 3, key: 'files' });
});

it('useBackToClose leaves its history entry once if the dialog closes without Back', async () => {
  const { unmount } = render(<Dialog onClose={() => {}} />);
  unmount();
  await Promise.resolve();

  expect(goBack).toHaveBeenCalledOnce();
});

it('useBackToClose does not go back again after Back', async () => {
  const { unmount } = render(<Dialog onClose={() => {}} />);
  pressBack();
  unmount();
  await Promise.resolve();

  expect(goBack).not.toHaveBeenCalled();
});

it('useBackToClose does not go back from a page that was opened after the dialog', async () => {
  const { unmount } = render(<Dialog onClose={() => {}} />);
  history.pushState({ idx: 4, key: 'profile' }, '', '/profile');
  unmount();
  await Promise.resolve();

  expect(goBack).not.toHaveBeenCalled();
});

it('useBackToClose reuses its history entry when it is mounted again', async () => {
  const { unmount } = render(
    <StrictMode>
      <Dialog onClose={() => {}} />
    </StrictMode>,
  );
  await Promise.resolve();

  expect(entries).toHaveLength(1);
  expect(goBack).not.toHaveBeenCalled();

  unmount();
  // After a reload, the page is at the dialog's own entry.
  render(<Dialog onClose={() => {}} />);
  expect(entries).toHaveLength(1);
});
