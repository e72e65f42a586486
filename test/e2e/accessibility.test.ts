import { afterAll, beforeAll, describe, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { checkState, otherStates } from './support/state-check.ts';

/**
 * Checks every state that a fake API can produce. The few that need Stripe's answer, a socket or a running upload are
 * checked where a test reaches them (`checkScreen`); the main ones in journeys/main-screens.test.ts.
 */

let browser: LaunchedBrowser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

describe('every screen, in every state, at desktop and phone width', () => {
  it.each(otherStates)('is accessible and fits: $name', (state) => checkState(browser.browser, state));
});
