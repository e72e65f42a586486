import { afterEach, describe, expect, it, vi } from 'vitest';
import { oceanStyle } from './ocean.tsx';
import { themeOf } from './theme.ts';
import { loadWaterColours, saveWaterColours } from './water-colours.ts';

const colours = oceanStyle(themeOf(70));

function fakeStorage(entries = new Map<string, string>()) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('water colours', () => {
  it('are stored until they are deleted', () => {
    vi.stubGlobal('localStorage', fakeStorage());
    expect(loadWaterColours()).toBeUndefined();
    saveWaterColours(colours);
    expect(loadWaterColours()).toEqual(colours);
    saveWaterColours(undefined);
    expect(loadWaterColours()).toBeUndefined();
  });

  it('are undefined when the stored value is damaged or the browser forbids storage', () => {
    vi.stubGlobal('localStorage', fakeStorage(new Map([['fathom.water', '{"--water-']])));
    expect(loadWaterColours()).toBeUndefined();
    const refuse = () => {
      throw new DOMException('', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    expect(() => saveWaterColours(colours)).not.toThrow();
    expect(() => saveWaterColours(undefined)).not.toThrow();
    expect(loadWaterColours()).toBeUndefined();
  });
});
