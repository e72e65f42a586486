import { afterAll, beforeAll, describe, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { checkState, mainStates } from '../support/state-check.ts';

let browser: LaunchedBrowser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

describe('the main screens, at desktop and phone width', () => {
  it.each(mainStates)('are accessible and fit: $name', (state) => checkState(browser.browser, state));
});
