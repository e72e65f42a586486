import { type CSSProperties, useEffect } from 'react';

/** How much of the water's floor is in what lies on the water, and how much of that in the bar: as in ocean.css. */
const OF_FLOOR = 0.84;
const OF_BAR = 0.88;

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** What one sees of a colour over another, both as `#rrggbb`. */
function mix(over: string, share: number, under: string): string {
  const below = channels(under);
  const mixed = channels(over).map((value, channel) => Math.round(value * share + below[channel]! * (1 - share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The colour of the navigation bar at the top of a water, as `#rrggbb`: the browser's own bar goes on in it. */
export function barColour(top: string, bottom: string): string {
  return mix(mix(bottom, OF_FLOOR, top), OF_BAR, top);
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
