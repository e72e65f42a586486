// @vitest-environment happy-dom
/** Tests of the colours that the browser stores for the first paint of the next visit. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { restoreBrowserColours, saveBrowserColours, setBrowserColours } from './browser-colours.ts';
import { paletteAt } from './palette.ts';

const { style } = document.documentElement;

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  style.colorScheme = '';
});

describe('browser colours', () => {
  it('takes the scheme of the palette', () => {
    setBrowserColours(paletteAt(5000));
    expect(style.colorScheme).toBe('light');

    setBrowserColours(paletteAt(0));
    expect(style.colorScheme).toBe('dark');
  });

  it('restores the colours at the next visit until they are deleted', () => {
    const meta = document.head.appendChild(document.createElement('meta'));
    meta.name = 'theme-color';

    saveBrowserColours(paletteAt(5000));
    restoreBrowserColours();
    expect([style.colorScheme, meta.content]).toEqual(['light', paletteAt(5000).surfaces[0]]);

    saveBrowserColours(undefined);
    style.colorScheme = '';
    restoreBrowserColours();
    expect(style.colorScheme).toBe('');

    meta.remove();
  });

  it('ignores a damaged value, and a browser that forbids storage', () => {
    localStorage.setItem('fathom.colours', 'blue');
    restoreBrowserColours();
    expect(style.colorScheme).toBe('');

    vi.stubGlobal('localStorage', undefined);
    expect(() => saveBrowserColours(paletteAt(0))).not.toThrow();
    expect(restoreBrowserColours).not.toThrow();
  });
});
