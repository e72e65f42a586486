import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/**
 * Our own flags. Those that the packed browser suggests are for a function runtime: they switch off web security and
 * run everything in one process.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-sync',
  '--no-first-run',
];

export interface LaunchedBrowser {
  readonly browser: Browser;
  /** Closes the browser and removes what it left on disk. */
  close(): Promise<void>;
}

/**
 * A headless Chromium: the one that `FATHOM_BROWSER` names (a path to an executable, or a channel such as "chrome"),
 * or else the one packed in npm on Linux x64, or else the Chrome that is installed.
 */
export async function launchBrowser(): Promise<LaunchedBrowser> {
  const wanted = process.env.FATHOM_BROWSER;
  if (wanted) {
    const where = /[/\\]/.test(wanted) ? { executablePath: wanted } : { channel: wanted };
    return keep(await chromium.launch({ ...where, args: FLAGS }));
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return keep(await chromium.launch({ channel: 'chrome', args: FLAGS }));
  }
  return launchPacked();
}

/** Unpacks the browser into a folder of its own: one found in the shared folder is reused, whatever its version. */
async function launchPacked(): Promise<LaunchedBrowser> {
  const shared = process.env.TMPDIR;
  const own = mkdtempSync(join(tmpdir(), 'fathom-browser-'));
  process.env.TMPDIR = own;
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    const executablePath = await packed.executablePath();
    return keep(await chromium.launch({ executablePath, args: FLAGS }), own);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    throw error;
  } finally {
    if (shared === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = shared;
  }
}

function keep(browser: Browser, folder?: string): LaunchedBrowser {
  return {
    browser,
    async close() {
      await browser.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}
