/**
 * Checks every screen state that a fake API can produce, except the main ones (journeys/main-screens.test.ts). States
 * that need Stripe, a socket, or a running upload are checked in their own tests with `checkScreen`.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { checkState, otherStates, statesByDepth } from './support/state-check.ts';

let launchedBrowser: LaunchedBrowser;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
});

afterAll(() => launchedBrowser?.close());

describe('screen states at desktop and phone width', () => {
  it.each(otherStates)('shows the state $name without accessibility violations or horizontal scrolling', (state) =>
    checkState(launchedBrowser.browser, state),
  );
});

describe('most used states in the colours of other depths', () => {
  it.each(statesByDepth)('shows the state $name without accessibility violations', (state) =>
    checkState(launchedBrowser.browser, state),
  );
});
