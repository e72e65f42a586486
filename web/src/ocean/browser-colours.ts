import { deviceStorage } from '../platform/browser/browser-storage.ts';
import type { Palette } from './palette.ts';

const STORAGE_KEY = 'fathom.colours';

/**
 * CSS colours of the browser's bar, and of the area that is visible when the page is pulled beyond its edge
 * (`overscroll`), and the `color-scheme` of scrollbars.
 */
type BrowserColours = readonly [bar: string, overscroll: string, scheme: string];

/** Returns the colours for a palette: the bar has the colour of the sheet, and the overscroll area that of the water. */
const coloursOf = ({ scheme, surfaces, water }: Palette): BrowserColours => [
  surfaces[0],
  water[2],
  scheme === 'day' ? 'light' : 'dark',
];

function applyColours([bar, overscroll, scheme]: BrowserColours): void {
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', bar);
  document.documentElement.style.backgroundColor = overscroll;
  document.documentElement.style.colorScheme = scheme;
}

/** Sets the colours of the browser's bar, of the overscroll area, and of scrollbars to those of the page. */
export const setBrowserColours = (palette: Palette): void => applyColours(coloursOf(palette));

/** Stores the colours for the first paint of the next visit. Undefined deletes them. */
export function saveBrowserColours(palette: Palette | undefined): void {
  deviceStorage.write(STORAGE_KEY, palette ? coloursOf(palette).join('|') : null);
}

/** Sets the stored colours, if any. Needs no palette, so that the script before the first paint stays small. */
export function restoreBrowserColours(): void {
  const colours = deviceStorage.read(STORAGE_KEY)?.split('|');
  // The length is checked, so the cast to a tuple is safe.
  if (colours?.length === 3) applyColours(colours as unknown as BrowserColours);
}
