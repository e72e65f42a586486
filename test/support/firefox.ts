import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContextOptions,
  firefox,
  type Keyboard,
  type Locator,
  type Page,
} from 'playwright-core';
import { FIREFOX } from './engines.ts';
import { replaceTextInput } from './text-input.ts';

/** A fine pointer that can hover, as a bit mask. Firefox without a window has no pointer by default. */
const MOUSE = 6;

/** The preferences of the browser. */
const PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  // Lets a test give the focus back to the page with window.focus().
  'dom.disable_window_flip': false,
  'ui.primaryPointerCapabilities': MOUSE,
  'ui.allPointerCapabilities': MOUSE,
};

/** A command that Playwright sends to every context, and that this Firefox doesn't support yet. */
const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride';

/**
 * Launches the installed Firefox, headless and without animations. Playwright controls it over WebDriver BiDi.
 *
 * Contexts must not set `reducedMotion`, because a preference sets it for the whole browser.
 */
export async function launchFirefox(): Promise<Browser> {
  respondToUnknownCommand();
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: FIREFOX.firefox,
    firefoxUserPrefs: PREFERENCES,
  });
  const newContext = browser.newContext.bind(browser);

  return Object.assign(browser, {
    async newContext(options?: BrowserContextOptions) {
      const context = await newContext(options);
      return context.on('page', (page) => {
        replaceTextInput(page);
        actInFront(page);
      });
    },
  });
}

/** Whether the methods of the locators' prototype are replaced. */
let areLocatorsReplaced = false;

/**
 * Makes actions bring their page to the front. Pages are tabs of one window, and a hidden tab ignores key presses and
 * pauses its repeated requests.
 */
function actInFront(page: Page): void {
  bringToFrontBefore(page.keyboard, ['press'], () => page);
  if (areLocatorsReplaced) return;

  areLocatorsReplaced = true;
  // All locators share one prototype.
  const locators: Locator = Object.getPrototypeOf(page.locator(':focus'));
  bringToFrontBefore(locators, ['click', 'press'], (locator) => locator.page());
}

/** Replaces methods with versions that bring the page to the front first. */
function bringToFrontBefore<T extends Locator | Keyboard>(
  target: T,
  methods: readonly (keyof T)[],
  pageOf: (self: T) => Page,
): void {
  for (const name of methods) {
    const method = target[name] as (...args: unknown[]) => Promise<void>;
    const replacement = async function (this: T, ...args: unknown[]) {
      await pageOf(this).bringToFront();
      await method.apply(this, args);
    };
    Object.assign(target, { [name]: replacement });
  }
}

/** The methods of Playwright's sockets that this file uses. */
interface Socket {
  send(data: string, ...rest: unknown[]): void;
  emit(event: 'message', data: Buffer, isBinary: boolean): void;
}

/** Whether Playwright's sockets respond to the unknown command. */
let isResponding = false;

/** Makes Playwright's sockets respond to the unknown command themselves. It only sets the colour scheme here. */
function respondToUnknownCommand(): void {
  if (isResponding) return;

  isResponding = true;
  const socket: Socket = createRequire(import.meta.url)('playwright-core/lib/utilsBundle').ws.prototype;
  const send = socket.send;
  socket.send = function (this: Socket, data, ...rest) {
    const { id, method } = JSON.parse(data) as { id: number; method: string };
    if (method !== UNKNOWN_COMMAND) return send.call(this, data, ...rest);
    const response = Buffer.from(JSON.stringify({ type: 'success', id, result: {} }));
    setImmediate(() => this.emit('message', response, false));
  };
}
