/** Tests that the browser loads the scripts whose sizes test/infra/script-budgets.test.ts limits, and no others. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { BUDGETED_SCREENS, type BudgetedScreen, IDLE_SCRIPTS, measureScreen } from '../../infra/screen-scripts.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { openPage, openTab, register } from './support/member-browser.ts';

const url = inject('url');

/** On each screen, the heading that appears last. */
const HEADINGS: Readonly<Record<string, string>> = { '/': 'Welcome to Fathom', '/dashboard': 'Recent Activity' };

let launchedBrowser: LaunchedBrowser;

beforeAll(async () => {
  launchedBrowser = await launchBrowser();
});

afterAll(() => launchedBrowser?.close());

/**
 * Opens a screen with an empty cache, and returns the files of its scripts, without idle scripts.
 *
 * The returned set grows while the page loads.
 */
async function openScreen({ path }: BudgetedScreen) {
  const page = await openPage(launchedBrowser.browser);
  if (path !== '/') await register(page, url, 'Bo Light');
  // A new tab, because the first one may still be loading scripts.
  const screen = await openTab(page.context());
  const scripts = new Set<string>();

  screen.on('response', (response) => {
    const { pathname, origin } = new URL(response.url());
    if (origin === url && pathname.endsWith('.js') && !IDLE_SCRIPTS.test(pathname)) scripts.add(pathname.slice(1));
  });
  await screen.goto(url + path);
  await screen.getByRole('heading', { name: HEADINGS[path]! }).waitFor();

  return scripts;
}

describe.each(BUDGETED_SCREENS)('$path', (screen) => {
  it('loads exactly the scripts that test/infra/script-budgets.test.ts counts', async () => {
    const countedScripts = new Set(measureScreen(inject('pages'), screen).scripts.map(({ file }) => file));
    const scripts = await openScreen(screen);

    expect([...scripts].filter((file) => !countedScripts.has(file))).toEqual([]);
    // The messenger loads together with the content, so its script can arrive a moment later.
    await expect.poll(() => [...countedScripts].filter((file) => !scripts.has(file))).toEqual([]);
  });
});
