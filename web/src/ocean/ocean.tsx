import { type CSSProperties, Suspense } from 'react';
import { lazyDecoration } from '../platform/browser/lazy-decoration.ts';
import './ocean.css';
import { paletteStyle } from './palette.ts';
import type { Theme } from './theme.ts';

// Loads after the first paint, because CSS alone paints the water.
const WaterCanvas = lazyDecoration(() => import('./water-canvas.tsx'));
const Creatures = lazyDecoration(() => import('./creatures.tsx'));

/** Returns the theme's colours and light as CSS custom properties. */
export function oceanStyle({ palette, lightIntensity }: Theme): CSSProperties {
  return { ...paletteStyle(palette), '--light': lightIntensity } as CSSProperties;
}

interface OceanProps {
  readonly theme: Theme;
  /** Whether to show creatures and particles. */
  readonly showLife?: boolean;
}

/** The background of the page: water, creatures, particles, bubbles, and light from above. */
export function Ocean({ theme, showLife = true }: OceanProps) {
  return (
    <div className="ocean" aria-hidden="true">
      <div className="ocean__life">
        {showLife && (
          <Suspense>
            <Creatures level={theme.level} metres={theme.metres} />
            <WaterCanvas particleDensity={theme.particleDensity} bubbleFrequency={theme.bubbleFrequency} />
          </Suspense>
        )}
      </div>
      <div className="ocean__light" />
    </div>
  );
}
