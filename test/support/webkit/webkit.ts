import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { replaceInput } from './input.ts';
import { MiniBrowser } from './mini-browser.ts';
import { replaceNavigation } from './navigation.ts';
import { poll } from './poll.ts';

/** The default size of a page, in pixels. */
const DESKTOP = { width: 1280, height: 720 };

/**
 * Launches WebKitGTK. Each context is a browser process with its own display.
 *
 * The result has the part of Playwright's API that the journeys use.
 */
export function launchWebKit(): Browser {
  const contexts = new Set<WebKitContext>();
  const browser = {
    async newContext(options: BrowserContextOptions = {}) {
      const context = new WebKitContext(await MiniBrowser.start(), options);
      contexts.add(context);
      return context;
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  };

  // Partial: the journeys call no other method.
  return browser as unknown as Browser;
}

type InitScript = Parameters<BrowserContext['addInitScript']>[0];

type StoredOrigin = Exclude<BrowserContextOptions['storageState'], string | undefined>['origins'][number];

/** Builds a script that fills the local storage of an origin. */
function buildStorageScript({ origin, localStorage }: StoredOrigin): InitScript {
  const entries = JSON.stringify(localStorage);
  const fillStorage = `for (const { name, value } of ${entries}) localStorage.setItem(name, value);`;
  return { content: `if (location.origin === ${JSON.stringify(origin)}) { ${fillStorage} }` };
}

/**
 * A browser context whose pages are windows of one browser process.
 *
 * Playwright connects to each page separately, so each page gets its own Playwright context. This class makes those
 * contexts act as one.
 */
class WebKitContext {
  readonly #browser: MiniBrowser;
  readonly #viewport: { width: number; height: number };
  /** Scripts that run in each document before the page's own scripts. */
  readonly #initScripts: InitScript[];
  readonly #pages: Page[] = [];
  #isClosed = false;

  constructor(browser: MiniBrowser, { viewport, storageState }: BrowserContextOptions) {
    this.#browser = browser;
    this.#viewport = viewport ?? DESKTOP;
    this.#initScripts = typeof storageState === 'object' ? storageState.origins.map(buildStorageScript) : [];
  }

  async newPage(): Promise<Page> {
    const { page, windowId } = await this.#browser.openWindow(this.#viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const script of this.#initScripts) await page.addInitScript(script);

    // Playwright can't fully operate WebKitGTK. Each function describes what it replaces.
    replaceNavigation(page);
    replaceInput(page, () => this.#browser.display.focus(windowId), this.#browser.display);
    this.#replaceContext(page);
    this.#replaceWindow(page, windowId);

    this.#pages.push(page);
    return page;
  }

  async addInitScript(script: InitScript): Promise<void> {
    const initScript = typeof script === 'string' ? { content: script } : script;
    this.#initScripts.push(initScript);
    for (const page of this.#pages) await page.addInitScript(initScript);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#browser.stop();
  }

  /** Makes a page's own Playwright context act for all pages, because it has only this page. */
  #replaceContext(page: Page): void {
    Object.assign(page.context(), {
      newPage: () => this.newPage(),
      addInitScript: (script: InitScript) => this.addInitScript(script),
      close: () => this.close(),
    });
  }

  /** Makes a page focus and resize its window through the display server. */
  #replaceWindow(page: Page, windowId: string): void {
    const { display } = this.#browser;
    let currentSize = this.#viewport;

    const setViewportSize = async (size: { width: number; height: number }) => {
      await display.resize(windowId, size);

      const expectedText = `${size.width} ${size.height}`;
      const readSize = () => page.evaluate<string>(`innerWidth + ' ' + innerHeight`);
      await poll(async () => ((await readSize()) === expectedText ? true : undefined), `A size of ${expectedText}`);
      currentSize = size;
    };

    Object.assign(page, {
      bringToFront: () => display.focus(windowId),
      viewportSize: () => currentSize,
      setViewportSize,
    });
  }
}
