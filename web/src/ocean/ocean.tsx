import { type CSSProperties, Suspense } from 'react';
import { lazyOrnament } from '../platform/lazy-ornament.ts';
import './ocean.css';
import type { Theme } from './theme.ts';

// Life comes after the first paint: the water alone is painted by CSS.
const WaterCanvas = lazyOrnament(() => import('./water-canvas.tsx'));
const Creatures = lazyOrnament(() => import('./creatures.tsx'));

/** The theme's colours as custom properties, for everything inside. */
export function oceanStyle({ backgroundColor: [top, middle, bottom], accentColor, textColor, lightIntensity }: Theme) {
  return {
    '--water-top': top,
    '--water-middle': middle,
    '--water-bottom': bottom,
    '--accent': accentColor,
    '--text': textColor,
    '--light': lightIntensity,
  } as CSSProperties;
}

interface OceanProps {
  readonly theme: Theme;
  /** Whether anything lives in it yet. */
  readonly lives?: boolean;
}

/** The water behind the page: its shade, drifting creatures, particles and bubbles, and light from above. */
export function Ocean({ theme, lives = true }: OceanProps) {
  return (
    <div className="ocean" aria-hidden="true">
      <div className="ocean__life">
        {lives && (
          <Suspense>
            <Creatures level={theme.level} creatures={theme.seaCreatures} />
            <WaterCanvas particleDensity={theme.particleDensity} bubbleFrequency={theme.bubbleFrequency} />
          </Suspense>
        )}
      </div>
      <div className="ocean__veil" />
      <div className="ocean__light" />
    </div>
  );
}
