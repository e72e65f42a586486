/** A browser's storage of texts under keys. Never throws: browsers can forbid storage, and it can be full. */
export interface BrowserStorage {
  /** Returns the text under a key, or null if there is none. */
  readonly read: (key: string) => string | null;
  /** Stores a text under a key. Null removes it. */
  readonly write: (key: string, text: string | null) => void;
  /** Returns the keys of all texts. */
  readonly keys: () => string[];
}

/**
 * Makes a storage safe. A text that the browser doesn't store is kept until the page closes.
 *
 * @param open - returns the browser's storage. Called for each access, because reading the property can throw.
 */
export function safeStorage(open: () => Omit<Storage, 'clear'>): BrowserStorage {
  // The changes that the browser has refused. Null is a refused removal.
  const unstoredEntries = new Map<string, string | null>();

  return {
    read(key) {
      const text = unstoredEntries.get(key);
      if (text !== undefined) return text;

      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },

    write(key, text) {
      unstoredEntries.delete(key);
      try {
        if (text === null) open().removeItem(key);
        else open().setItem(key, text);
      } catch {
        unstoredEntries.set(key, text);
      }
    },

    keys() {
      const keys = new Set<string>();
      try {
        const storage = open();
        for (let index = 0; index < storage.length; index += 1) keys.add(storage.key(index)!);
      } catch {
        // Only the unstored texts are left.
      }

      for (const [key, text] of unstoredEntries) {
        if (text === null) keys.delete(key);
        else keys.add(key);
      }

      return [...keys];
    },
  };
}

/** The storage that all tabs share. It is kept when they close. */
export const deviceStorage = safeStorage(() => localStorage);

/** The storage of this tab. It is kept until the tab closes, even after a reload. */
export const tabStorage = safeStorage(() => sessionStorage);
