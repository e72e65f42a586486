import { afterAll, beforeAll, describe, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../../support/browser.ts';
import { checkState, mainStates } from '../support/state-check.ts';

let launchedBrowser: LaunchedBrowser;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
});

afterAll(() => launchedBrowser?.close());

describe('main screens at desktop and phone width', () => {
  it.each(mainStates)('shows the state $name without accessibility violations or horizontal scrolling', (state) =>
    checkState(launchedBrowser.browser, state),
  );
});
