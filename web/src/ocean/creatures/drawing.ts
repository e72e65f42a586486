import type { ReactElement } from 'react';

/**
 * A drawn creature and its animation.
 *
 * The shapes of a picture are painted from back to front. drawing.css has the classes for their colours: `body`,
 * `shade`, `belly`, `dark`, `line`, `fine`, `arms`, `glow`, and `halo`. creatures.css has the animations of the classes
 * `wags`, `flaps`, `pulses`, `sways`, and `glow`.
 */
export interface Drawing {
  /** An inline SVG, facing left. */
  readonly picture: ReactElement;
  /** How the creature moves: it crosses wide windows, floats up and down, or stands on the sea floor. */
  readonly movement: 'crossing' | 'floating' | 'standing';
  /** The width in rem, where the water has room for it. */
  readonly widthRem: number;
  /** The duration of one crossing, or of one rise and fall, in seconds. */
  readonly cycleSeconds: number;
}

/** The creatures of a zone by name. The names are those of `CREATURES`. */
export type Drawings = Readonly<Record<string, Drawing>>;
