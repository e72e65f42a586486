import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { selectEngine } from './engines.ts';
import { launchFirefox } from './firefox.ts';
import { launchWebKit } from './webkit/webkit.ts';

/**
 * Flags of the browser. The packed browser's suggested flags are for AWS Lambda: they disable web security and run
 * everything in one process.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
];

/** Shared memory that a browser's processes need, with a margin, in bytes. */
const MIN_SHARED_MEMORY_BYTES = 512 * 1024 ** 2;

/** Whether the npm package contains a browser for this platform. */
const HAS_PACKED_BROWSER = process.platform === 'linux' && process.arch === 'x64';

/** A running browser. */
export interface LaunchedBrowser {
  readonly browser: Browser;
  /** Closes the browser and deletes its unpacked files. */
  close(): Promise<void>;
}

/**
 * Launches the browser of the project's engine, without a window.
 *
 * For Chromium, uses the first of: `FATHOM_BROWSER` (a path to an executable, or a channel such as "chrome"), the
 * browser packed in npm (Linux x64), the installed Chrome.
 */
export async function launchBrowser(): Promise<LaunchedBrowser> {
  const engine = selectEngine();
  if (engine === 'firefox') return wrapBrowser(await launchFirefox());
  if (engine === 'webkit') return wrapBrowser(launchWebKit());

  const choice = process.env.FATHOM_BROWSER;
  if (choice) {
    const target = /[/\\]/.test(choice) ? { executablePath: choice } : { channel: choice };
    return wrapBrowser(await chromium.launch({ ...target, ...buildLaunchOptions() }));
  }

  if (!HAS_PACKED_BROWSER) return wrapBrowser(await chromium.launch({ channel: 'chrome', ...buildLaunchOptions() }));

  const { executablePath, folder } = await unpackBrowser();
  try {
    return wrapBrowser(await chromium.launch({ executablePath, ...buildLaunchOptions() }), folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Unpacks the browser once for every later {@link launchBrowser} of this process and its child processes, because
 * unpacking takes more than 2 s of CPU. Does nothing if no packed browser would be launched.
 *
 * @returns a function that deletes the unpacked browser.
 */
export async function shareBrowser(): Promise<() => void> {
  if (process.env.FATHOM_BROWSER || !HAS_PACKED_BROWSER) return () => {};

  const { executablePath, folder } = await unpackBrowser();
  process.env.FATHOM_BROWSER = executablePath;
  return () => {
    delete process.env.FATHOM_BROWSER;
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Returns launch options that use /dev/shm if it is large enough.
 *
 * Playwright's default is shared memory in the temporary folder, because /dev/shm is often small in containers. On a
 * full disk, the browser then crashes when it opens a page.
 */
function buildLaunchOptions(): LaunchOptions {
  let hasSharedMemory = false;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    hasSharedMemory = bavail * bsize >= MIN_SHARED_MEMORY_BYTES;
  } catch {
    // Only Linux has /dev/shm.
  }
  return { args: FLAGS, ...(hasSharedMemory && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }) };
}

/**
 * Script that prints the path of the packed browser. Unpacks it into the temporary folder, unless that contains one.
 */
const UNPACK_SCRIPT = `
  const { default: packed } = await import('@sparticuz/chromium');
  process.stdout.write(await packed.executablePath());
`;

/**
 * Unpacks the browser into a new folder.
 *
 * The shared temporary folder could contain another version, which would be reused. The temporary folder is a setting
 * of the whole process, so a child process unpacks.
 */
async function unpackBrowser(): Promise<{ executablePath: string; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-browser-'));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK_SCRIPT], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: folder },
    });
    return { executablePath: stdout, folder };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Returns a browser with a function that closes it and deletes a folder. */
function wrapBrowser(browser: Browser, folder?: string): LaunchedBrowser {
  return {
    browser,
    async close() {
      // The browser and contexts of test/support/webkit don't have the methods that this needs.
      if (selectEngine() !== 'webkit') await removeRouteHandlers(browser);
      await browser.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Removes the route handlers of all pages. Ignores the errors of those that are still running.
 *
 * A handler that waits for a response when the browser closes would otherwise fail the file after its last test.
 */
async function removeRouteHandlers(browser: Browser): Promise<void> {
  const contexts = browser.contexts();
  const pages = contexts.flatMap((context) => context.pages());
  await Promise.all([...contexts, ...pages].map((target) => target.unrouteAll({ behavior: 'ignoreErrors' })));
}
