import { type CSSProperties, useEffect } from 'react';

/** The bottom colour's share of the navigation bar: 84 % of --surface, which is 88 % of --bar (ocean.css). */
const BOTTOM_SHARE = 0.84 * 0.88;

const toChannels = (hex: string) => [1, 3, 5].map((index) => Number.parseInt(hex.slice(index, index + 2), 16));

/** Returns the colour of the navigation bar as `#rrggbb`, for the browser's own bar. */
export function barColour(top: string, bottom: string): string {
  const topChannels = toChannels(top);
  const mixed = toChannels(bottom).map(
    (value, channel) => value * BOTTOM_SHARE + topChannels[channel]! * (1 - BOTTOM_SHARE),
  );
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Sets the colours of the browser's bar and of the overscroll area to those of the page's water. */
export function useBrowserColours(water: CSSProperties): void {
  const { '--water-top': top, '--water-bottom': bottom } = water as Record<string, unknown>;
  useEffect(() => {
    if (typeof top !== 'string' || typeof bottom !== 'string') return;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColour(top, bottom));
    document.documentElement.style.backgroundColor = bottom;
  }, [top, bottom]);
}
