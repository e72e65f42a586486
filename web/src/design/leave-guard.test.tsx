// @vitest-environment happy-dom
/** Tests of the guard that asks before a link, Back, code, or closing the tab discards what isn't saved. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installHistoryGate, passHistoryGate, resumeHistoryGate } from '../platform/browser/history-gate.ts';
import { LeaveGuard } from './leave-guard.tsx';

const TEXTS = { question: 'Leave?', consequence: 'The draft is lost.', confirmLabel: 'Leave', cancelLabel: 'Stay' };

// Stands for the router, whose listeners run after the gate and at the root of the application.
installHistoryGate();
const routerPop = vi.fn();
addEventListener('popstate', routerPop);
const routerClick = vi.fn((event: Event) => event.preventDefault());

beforeEach(() => {
  history.replaceState({ idx: 4 }, '', '/upload');
  vi.clearAllMocks();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Renders a page with an active guard. */
function renderPage() {
  const buildPage = (isActive: boolean) => (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: stands for the router. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: stands for the router. */}
      <div onClick={(event) => routerClick(event.nativeEvent)}>
        <a href="/files">Files</a>
        <a href="/upload">Upload</a>
        <a href="/files/reef" target="_blank" rel="noreferrer">
          Download
        </a>
        <button type="button" data-leaves-page>
          Logout
        </button>
      </div>
      <LeaveGuard isActive={isActive} {...TEXTS} />
    </>
  );

  const { rerender } = render(buildPage(true));
  return { deactivate: () => rerender(buildPage(false)) };
}

const queryDialog = () => screen.queryByRole('dialog', { name: TEXTS.question });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Attempts to close the tab. Returns false if the browser would ask first. */
const closeTab = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));

/** Simulates the end of a step through the history. `idx` is the router's number of the entry; the page's is 4. */
function arriveAt(path: string, idx: number) {
  history.replaceState({ idx }, '', path);
  fireEvent(window, new PopStateEvent('popstate', { state: { idx } }));
}

it.each([
  ['link', () => fireEvent.click(screen.getByRole('link', { name: 'Files' }))],
  ['button', () => press('Logout')],
])('LeaveGuard holds back a %s until the member confirms', (_, click) => {
  renderPage();
  click();
  expect(routerClick).not.toHaveBeenCalled();

  press('Stay');
  expect(queryDialog()).toBeNull();
  expect(routerClick).not.toHaveBeenCalled();

  click();
  press('Leave');
  expect(queryDialog()).toBeNull();
  expect(routerClick).toHaveBeenCalledOnce();
});

it.each(['Upload', 'Download'])('LeaveGuard follows the link "%s", which does not leave the page', (name) => {
  renderPage();
  fireEvent.click(screen.getByRole('link', { name }));

  expect(queryDialog()).toBeNull();
  expect(routerClick).toHaveBeenCalledOnce();
});

it('LeaveGuard returns to the page after Back, and repeats Back once the member confirms', () => {
  const go = vi.spyOn(history, 'go').mockReturnValue();
  renderPage();
  arriveAt('/files', 3);

  // One step forward, back to the page.
  expect(go.mock.calls).toEqual([[1]]);
  expect(queryDialog()).toBeNull();

  arriveAt('/upload', 4);
  expect(queryDialog()).not.toBeNull();
  expect(routerPop).not.toHaveBeenCalled();

  press('Leave');
  expect(go.mock.lastCall).toEqual([-1]);

  arriveAt('/files', 3);
  expect(routerPop).toHaveBeenCalledOnce();
});

it('LeaveGuard holds back a navigation by code to another path until the member confirms', () => {
  const navigate = vi.fn();
  renderPage();
  passHistoryGate('/upload', navigate);
  expect(navigate).toHaveBeenCalledOnce();

  act(() => passHistoryGate('/messages/ada', navigate));
  expect(navigate).toHaveBeenCalledOnce();

  press('Stay');
  act(() => passHistoryGate('/messages/ada', navigate));
  press('Leave');

  expect(navigate).toHaveBeenCalledTimes(2);
});

it('LeaveGuard lets the router handle an address that differs only in its hash', () => {
  const go = vi.spyOn(history, 'go').mockReturnValue();
  renderPage();
  history.replaceState(null, '', '/upload#main');
  fireEvent(window, new PopStateEvent('popstate', { state: null }));

  expect(go).not.toHaveBeenCalled();
  expect(routerPop).toHaveBeenCalledOnce();
});

it('LeaveGuard holds back further clicks and steps through the history if leaving has failed', () => {
  const go = vi.spyOn(history, 'go').mockReturnValue();
  renderPage();
  // Logging out fails.
  press('Logout');
  press('Leave');
  expect(routerClick).toHaveBeenCalledOnce();

  fireEvent.click(screen.getByRole('link', { name: 'Files' }));
  expect(queryDialog()).not.toBeNull();
  expect(closeTab()).toBe(false);

  press('Stay');
  arriveAt('/files', 3);
  arriveAt('/upload', 4);

  expect(queryDialog()).not.toBeNull();
  expect(closeTab()).toBe(false);
  expect(go.mock.calls).toEqual([[1]]);
  expect(routerPop).not.toHaveBeenCalled();
  expect(routerClick).toHaveBeenCalledOnce();
});

it('LeaveGuard lets the navigation pass that follows a confirmed logout', () => {
  const navigate = vi.fn();
  renderPage();
  press('Logout');
  press('Leave');

  act(() => passHistoryGate('/login', navigate));

  expect(navigate).toHaveBeenCalledOnce();
  expect(queryDialog()).toBeNull();
});

it("LeaveGuard shows the browser's dialog before the tab is closed, except after a confirmation", () => {
  renderPage();
  expect(closeTab()).toBe(false);

  fireEvent.click(screen.getByRole('link', { name: 'Files' }));
  press('Leave');
  expect(closeTab()).toBe(true);
});

it('LeaveGuard asks again before the tab closes or code navigates, once a confirmed logout has failed', () => {
  const navigate = vi.fn();
  renderPage();
  press('Logout');
  press('Leave');

  resumeHistoryGate();
  const isTabClosed = fireEvent(window, new Event('beforeunload', { cancelable: true }));
  act(() => passHistoryGate('/messages/ada', navigate));

  expect(isTabClosed).toBe(false);
  expect(navigate).not.toHaveBeenCalled();
  expect(queryDialog()).not.toBeNull();
});

it('LeaveGuard closes the dialog and lets the member leave when it becomes inactive', () => {
  const { deactivate } = renderPage();
  fireEvent.click(screen.getByRole('link', { name: 'Files' }));
  expect(queryDialog()).not.toBeNull();

  deactivate();
  expect(queryDialog()).toBeNull();

  fireEvent.click(screen.getByRole('link', { name: 'Files' }));
  expect(queryDialog()).toBeNull();
  expect(routerClick).toHaveBeenCalledOnce();
});
