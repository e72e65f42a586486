import { type CSSProperties, useEffect } from 'react';

/** How much of the bar is of the water's floor: of what lies on the water 84 %, and that is 88 % of it (ocean.css). */
const OF_FLOOR = 0.84 * 0.88;

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** The colour of the navigation bar at the top of a water, as `#rrggbb`: the browser's own bar goes on in it. */
export function barColour(top: string, bottom: string): string {
  const above = channels(top);
  const mixed = channels(bottom).map((value, channel) => value * OF_FLOOR + above[channel]! * (1 - OF_FLOOR));
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Gives the browser's bar, and what is seen beyond the ends of the page, the colours of the page's water. */
export function useBrowserColours(water: CSSProperties): void {
  const { '--water-top': top, '--water-bottom': bottom } = water as Record<string, unknown>;
  useEffect(() => {
    if (typeof top !== 'string' || typeof bottom !== 'string') return;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColour(top, bottom));
    document.documentElement.style.backgroundColor = bottom;
  }, [top, bottom]);
}
