import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

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
  '--disable-sync',
  '--no-first-run',
];

/** What the processes of a browser need to share, with room to spare. */
const SHARED_BYTES = 512 * 1024 ** 2;

/** Whether npm has a browser for this machine. */
const PACKED = process.platform === 'linux' && process.arch === 'x64';

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
    return keep(await chromium.launch({ ...where, ...options() }));
  }
  if (!PACKED) return keep(await chromium.launch({ channel: 'chrome', ...options() }));
  const { executablePath, folder } = await unpackBrowser();
  try {
    return keep(await chromium.launch({ executablePath, ...options() }), folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Has every later {@link launchBrowser} of this process, and of those that it starts, launch one browser that is
 * unpacked now: unpacking takes a processor two seconds and more. Where no packed one would be launched, nothing changes.
 *
 * @returns what removes it.
 */
export async function shareBrowser(): Promise<() => void> {
  if (process.env.FATHOM_BROWSER || !PACKED) return () => {};
  const { executablePath, folder } = await unpackBrowser();
  process.env.FATHOM_BROWSER = executablePath;
  return () => {
    delete process.env.FATHOM_BROWSER;
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Playwright has browsers share memory through the temporary folder, since containers often have little of the kind that
 * is meant for it; but on a full disk the browser then dies when it opens a page. Where there is enough, it is used.
 */
function options(): LaunchOptions {
  let roomy = false;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    roomy = bavail * bsize >= SHARED_BYTES;
  } catch {
    // Only Linux has it.
  }
  return { args: FLAGS, ...(roomy && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }) };
}

/** Prints where the packed browser is. Unpacks it into the temporary folder, or reuses the one there. */
const UNPACK = `
  const { default: packed } = await import('@sparticuz/chromium');
  process.stdout.write(await packed.executablePath());
`;

/**
 * Unpacks the browser into a folder of its own: one found in the shared folder is reused, whatever its version. A child
 * process does it, since the temporary folder is a setting of the whole process.
 */
async function unpackBrowser(): Promise<{ executablePath: string; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-browser-'));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: folder },
    });
    return { executablePath: stdout, folder };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
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
