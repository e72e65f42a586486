import { type BrowserStorage, safeStorage } from '../platform/browser/browser-storage.ts';

/** Returns a storage that keeps its texts in a map. */
export function fakeStorage(entries = new Map<string, string>()): BrowserStorage {
  return {
    read: (key) => entries.get(key) ?? null,
    write: (key, text) => void (text === null ? entries.delete(key) : entries.set(key, text)),
    keys: () => [...entries.keys()],
  };
}

/** Throws, as reading `window.localStorage` does if the browser forbids storage. */
export function throwSecurityError(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}

/** Returns the storage of a browser that forbids storage. It keeps texts until the page closes. */
export const deniedStorage = (): BrowserStorage => safeStorage(throwSecurityError);
