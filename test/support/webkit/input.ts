import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { replaceTextInput } from '../text-input.ts';
import type { DisplayServer } from './display-server.ts';

/** Media types of the files that journeys upload, by extension. A file chooser also derives the type from the name. */
const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.pdf': 'application/pdf',
  '.mp4': 'video/mp4',
  '.zip': 'application/zip',
};

/** Bytes of a file in one message to the browser, which closes the connection at messages of more than 128 KB. */
const CHUNK_BYTES = 72 * 1024;

/** Maximum messages that are sent before the first one is confirmed. */
const MAX_CHUNKS_IN_FLIGHT = 32;

/** Time for a key press to reach the page, in milliseconds. A press in a frame never reaches the page. */
const KEY_TIMEOUT_MS = 2000;

interface UploadedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Sets `window.keyReceived` to a promise that resolves at the end of the next key press. */
const WATCH_KEY_SCRIPT = `void (
  window.keyReceived = new Promise((resolve) => {
    addEventListener('keyup', () => resolve(true), { capture: true, once: true });
  })
)`;

/** Functions that press a key in a page, by the pages whose input is replaced. */
const presses = new WeakMap<Page, (key: string) => Promise<void>>();

/**
 * Replaces a page's keyboard, because Playwright simulates it in stock WebKit with events of a script. Such events
 * don't move the focus, press buttons, or close dialogs.
 */
export function replaceInput(page: Page, focusWindow: () => Promise<void>, display: DisplayServer): void {
  const press = async (key: string) => {
    await focusWindow();
    await page.evaluate(WATCH_KEY_SCRIPT);
    await display.press(key);

    const keyReceipt = page.evaluate('window.keyReceived').catch(() => {
      // The key has opened another document.
    });
    const timeout = new Promise((resolve) => setTimeout(resolve, KEY_TIMEOUT_MS));
    await Promise.race([keyReceipt, timeout]);
  };

  presses.set(page, press);
  Object.assign(page.keyboard, { press });
  replaceTextInput(page);
  replaceLocatorInput(page.locator('html'));
}

interface LocatorInput {
  press(this: Locator, key: string): Promise<void>;
  setInputFiles(this: Locator, file: string | UploadedFile): Promise<void>;
}

/** Replaces the methods of all locators. */
function replaceLocatorInput(locator: Locator): void {
  const input: LocatorInput = {
    async press(key) {
      await this.focus();
      await presses.get(this.page())!(key);
    },
    async setInputFiles(file) {
      const { name, mimeType, buffer } = typeof file === 'string' ? await readUpload(file) : file;
      await sendChunks(this, buffer);
      await this.evaluate(chooseFile, { name, type: mimeType });
    },
  };

  Object.assign(Object.getPrototypeOf(locator), input);
}

/** Sends a file's bytes to a file field in chunks, several of them concurrently. */
async function sendChunks(locator: Locator, bytes: Buffer): Promise<void> {
  const field = await locator.elementHandle();
  const chunkCount = Math.ceil(bytes.length / CHUNK_BYTES);
  const sendChunk = (index: number) => {
    const chunk = bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES).toString('base64');
    // The casts are needed, because the tests compile without the types of the DOM.
    return field!.evaluate(addChunk as never, { chunk, index } as never);
  };

  for (let first = 0; first < chunkCount; first += MAX_CHUNKS_IN_FLIGHT) {
    const groupSize = Math.min(MAX_CHUNKS_IN_FLIGHT, chunkCount - first);
    await Promise.all(Array.from({ length: groupSize }, (_, offset) => sendChunk(first + offset)));
  }
}

/** A file field of the page, with the bytes that it has received so far. */
interface FileField {
  chunks?: Uint8Array<ArrayBuffer>[] | undefined;
  files: unknown;
  dispatchEvent(event: Event): boolean;
}

/** Adds bytes to a file field. Runs in the page. */
function addChunk(field: FileField, { chunk, index }: { chunk: string; index: number }): void {
  field.chunks ??= [];
  field.chunks[index] = Uint8Array.from(atob(chunk), (char) => char.charCodeAt(0));
}

/** Chooses a file with the added bytes in its field. Runs in the page. */
function chooseFile(field: FileField, { name, type }: { name: string; type: string }): void {
  const { DataTransfer } = globalThis as unknown as {
    DataTransfer: new () => { readonly files: unknown; readonly items: { add(file: File): void } };
  };
  const transfer = new DataTransfer();
  transfer.items.add(new File(field.chunks ?? [], name, { type }));

  field.chunks = undefined;
  field.files = transfer.files;
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
}

async function readUpload(path: string): Promise<UploadedFile> {
  const mimeType = TYPES[extname(path)];
  if (mimeType === undefined) throw new Error(`Add the media type of ${path} to TYPES`);
  return { name: basename(path), mimeType, buffer: await readFile(path) };
}
