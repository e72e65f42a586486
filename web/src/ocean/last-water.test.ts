import { afterEach, expect, it, vi } from 'vitest';
import { keepWater, lastWater } from './last-water.ts';
import { oceanStyle } from './ocean.tsx';
import { themeOf } from './theme.ts';

const colours = oceanStyle(themeOf(70));

function storage(kept = new Map<string, string>()) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
}

afterEach(() => vi.unstubAllGlobals());

it('remembers the water until it is forgotten', () => {
  vi.stubGlobal('localStorage', storage());
  expect(lastWater()).toBeUndefined();
  keepWater(colours);
  expect(lastWater()).toEqual(colours);
  keepWater(undefined);
  expect(lastWater()).toBeUndefined();
});

it('does without, where nothing may be stored or what is stored is spoilt', () => {
  vi.stubGlobal('localStorage', storage(new Map([['fathom.water', '{"--water-']])));
  expect(lastWater()).toBeUndefined();
  const refuse = () => {
    throw new DOMException('', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(() => keepWater(colours)).not.toThrow();
  expect(() => keepWater(undefined)).not.toThrow();
  expect(lastWater()).toBeUndefined();
});
