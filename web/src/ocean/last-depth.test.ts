import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadLastDepth, saveLastDepth } from './last-depth.ts';

/** Builds a browser's storage with these entries. */
function buildStorage(entries = new Map<string, string>()) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('last depth', () => {
  it('stores the last depth until it is deleted', () => {
    vi.stubGlobal('localStorage', buildStorage());
    expect(loadLastDepth()).toBeUndefined();

    saveLastDepth(0);
    expect(loadLastDepth()).toBe(0);

    saveLastDepth(1234.56);
    expect(loadLastDepth()).toBe(1234.56);

    saveLastDepth(undefined);
    expect(loadLastDepth()).toBeUndefined();
  });

  it('returns undefined if the stored depth is damaged or the browser forbids storage', () => {
    vi.stubGlobal('localStorage', buildStorage(new Map([['fathom.depth', '{"--water-']])));
    expect(loadLastDepth()).toBeUndefined();

    const refuse = () => {
      throw new DOMException('', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });

    expect(() => saveLastDepth(5)).not.toThrow();
    expect(() => saveLastDepth(undefined)).not.toThrow();
    expect(loadLastDepth()).toBeUndefined();
  });
});
