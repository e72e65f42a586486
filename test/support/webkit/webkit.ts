import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { replaceInput } from './input.ts';
import { MiniBrowser, poll } from './mini-browser.ts';
import { replaceNavigation } from './navigation.ts';

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

  return browser as unknown as Browser;
}

type InitScript = Parameters<BrowserContext['addInitScript']>[0];

/** The pages of one browser process. Playwright connects to each page separately, and each has one context there. */
class WebKitContext {
  readonly #browser: MiniBrowser;
  readonly #viewport: { width: number; height: number };
  readonly #initScripts: InitScript[] = [];
  readonly #pages: Page[] = [];
  #isClosed = false;

  constructor(browser: MiniBrowser, { viewport, storageState }: BrowserContextOptions) {
    this.#browser = browser;
    this.#viewport = viewport ?? DESKTOP;
    if (typeof storageState === 'object') {
      for (const { origin, localStorage } of storageState.origins) {
        const entries = JSON.stringify(localStorage);
        const store = `for (const { name, value } of ${entries}) localStorage.setItem(name, value);`;
        this.#initScripts.push({ content: `if (location.origin === ${JSON.stringify(origin)}) { ${store} }` });
      }
    }
  }

  async newPage(): Promise<Page> {
    const { page, window } = await this.#browser.openWindow(this.#viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const script of this.#initScripts) await page.addInitScript(script);
    replaceNavigation(page);
    replaceInput(page, () => this.#browser.display.focus(window), this.#browser.display);

    let size = this.#viewport;
    Object.assign(page.context(), {
      newPage: () => this.newPage(),
      addInitScript: (script: InitScript) => this.addInitScript(script),
      close: () => this.close(),
    });

    Object.assign(page, {
      bringToFront: () => this.#browser.display.focus(window),
      viewportSize: () => size,
      setViewportSize: async (next: { width: number; height: number }) => {
        await this.#browser.display.resize(window, next);
        const expected = `${next.width} ${next.height}`;
        const readSize = () => page.evaluate<string>(`innerWidth + ' ' + innerHeight`);
        await poll(async () => ((await readSize()) === expected ? true : undefined), `A size of ${expected}`);
        size = next;
      },
    });

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
}
