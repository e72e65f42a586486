import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, webkit } from 'playwright-core';
import { WebSocket } from 'ws';
import { findFreePort } from '../../../infra/local/process/ports.ts';
import { WEBKIT } from '../engines.ts';
import { DisplayServer } from './display-server.ts';
import { poll } from './poll.ts';

/** A page in its own window. */
export interface PageWindow {
  readonly page: Page;
  /** The ID of the window on the display server. */
  readonly windowId: string;
}

/**
 * WebKitGTK's MiniBrowser on its own display, with no stored data.
 *
 * Playwright controls each page over WebKit's inspector. The browser serves that on a local port.
 */
export class MiniBrowser {
  readonly display: DisplayServer;
  readonly #browserProcess: ChildProcess;
  readonly #folder: string;
  readonly #address: string;
  /** The first page, which only opens windows for the other pages. */
  #opener: Page | undefined;
  /** Paths of the pages that Playwright is connected to. */
  readonly #connectedPaths = new Set<string>();

  private constructor(display: DisplayServer, browserProcess: ChildProcess, folder: string, address: string) {
    this.display = display;
    this.#browserProcess = browserProcess;
    this.#folder = folder;
    this.#address = address;
  }

  static async start(): Promise<MiniBrowser> {
    const [display, port] = await Promise.all([DisplayServer.start(), findFreePort()]);
    const folder = mkdtempSync(join(tmpdir(), 'fathom-webkit-'));
    const address = `127.0.0.1:${port}`;
    const args = ['--private', '--javascript-can-open-windows-automatically=true', 'about:blank'];
    const browserProcess = spawn(WEBKIT.browser, args, {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        DISPLAY: display.name,
        WEBKIT_INSPECTOR_HTTP_SERVER: address,
        // Test machines have no graphics card and no accessibility bus.
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
        NO_AT_BRIDGE: '1',
      },
    });

    // Ends the browser even if this process exits without closing it.
    process.once('exit', () => browserProcess.kill());
    const browser = new MiniBrowser(display, browserProcess, folder, address);

    try {
      browser.#opener = await browser.#connectNewPage();
    } catch (error) {
      await browser.stop();
      throw error;
    }

    return browser;
  }

  /** Opens an empty page in a new window of this size, which gets the keyboard. */
  async openWindow({ width, height }: { width: number; height: number }): Promise<PageWindow> {
    // Only a popup has no toolbar. A toolbar would be wider than a phone.
    await this.#opener!.evaluate(`void window.open('about:blank', '_blank', 'popup,width=${width},height=${height}')`);
    const page = await this.#connectNewPage();

    const title = `window ${this.#connectedPaths.size} of ${this.#address}`;
    await page.evaluate(`void (document.title = ${JSON.stringify(title)})`);
    const windowId = await poll(() => this.display.findWindow(title), `A window titled ${title}`);
    await this.display.focus(windowId);

    return { page, windowId };
  }

  async stop(): Promise<void> {
    const exited = this.#browserProcess.exitCode === null ? once(this.#browserProcess, 'exit') : undefined;
    this.#browserProcess.kill();
    await exited;
    this.display.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Connects Playwright to the page that isn't connected yet. */
  async #connectNewPage(): Promise<Page> {
    const path = await poll(async () => {
      const list = await fetch(`http://${this.#address}/`).then(
        (response) => response.text(),
        () => '',
      );
      const paths = list.match(/\/socket\/\d+\/\d+\/WebPage/g) ?? [];
      return paths.find((candidate) => !this.#connectedPaths.has(candidate));
    }, 'A new page in the inspector');
    this.#connectedPaths.add(path);

    return connectPage(`ws://${this.#address}${path}`);
  }
}

/** Connects Playwright to the page that the inspector serves at a WebSocket's URL. */
async function connectPage(url: string): Promise<Page> {
  // Without a limit (0), the socket accepts messages of any size.
  const socket = new WebSocket(url, { maxPayload: 0 });
  await once(socket, 'open');

  const transport = {
    onmessage: undefined as ((message: unknown) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    send: (message: object) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  };
  socket.on('message', (data) => transport.onmessage?.(JSON.parse(String(data))));
  socket.on('close', () => transport.onclose?.());
  // Playwright's types lack the transport, which its documentation describes for connections without a URL.
  const browser = await webkit.connectOverCDP(transport as unknown as string);

  return browser.contexts()[0]!.pages()[0]!;
}
