/** Tests of the browser's storage, which can be full or forbidden. */
import { describe, expect, it } from 'vitest';
import { throwSecurityError } from '../../test-support/fake-storage.ts';
import { safeStorage } from './browser-storage.ts';

/** Builds a browser's storage with these entries. */
function buildBackend(entries: Map<string, string>) {
  return {
    get length() {
      return entries.size;
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  };
}

const deniedBackend = {
  length: 1,
  key: throwSecurityError,
  getItem: throwSecurityError,
  setItem: throwSecurityError,
  removeItem: throwSecurityError,
};

describe('safeStorage', () => {
  it('stores texts in the browser, and removes them', () => {
    const entries = new Map<string, string>();
    const storage = safeStorage(() => buildBackend(entries));
    expect(storage.read('a')).toBeNull();

    storage.write('a', '1');
    storage.write('b', '');
    expect([storage.read('a'), storage.read('b')]).toEqual(['1', '']);
    expect(storage.keys()).toEqual(['a', 'b']);

    storage.write('a', null);
    expect(storage.read('a')).toBeNull();
    expect([...entries]).toEqual([['b', '']]);
  });

  it.each<[string, () => Omit<Storage, 'clear'>]>([
    ['a getter that throws', throwSecurityError],
    ['methods that throw', () => deniedBackend],
    // Some embedded browsers have no storage, although the type says so.
    ['no storage', () => null as never],
  ])('keeps texts until the page closes with %s', (_, open) => {
    const storage = safeStorage(open);
    expect(storage.read('a')).toBeNull();
    expect(storage.keys()).toEqual([]);

    storage.write('a', '1');
    expect(storage.read('a')).toBe('1');
    expect(storage.keys()).toEqual(['a']);

    storage.write('a', null);
    expect(storage.read('a')).toBeNull();
    expect(storage.keys()).toEqual([]);
  });

  it('returns the newest text while the storage is full, and stores a text that is written later', () => {
    const entries = new Map([['a', 'old']]);
    let isFull = true;
    const backend = buildBackend(entries);
    const setItem = (key: string, text: string) => (isFull ? throwSecurityError() : backend.setItem(key, text));
    const storage = safeStorage(() => ({ ...backend, setItem }));

    storage.write('a', 'new');
    expect(storage.read('a')).toBe('new');

    isFull = false;
    storage.write('a', 'newest');
    expect(storage.read('a')).toBe('newest');
    expect(entries.get('a')).toBe('newest');
  });
});
