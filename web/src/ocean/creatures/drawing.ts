import type { ReactElement } from 'react';

/** A drawn creature and its animation. */
export interface Drawing {
  /** An inline SVG, facing left. */
  readonly picture: ReactElement;
  /** Crosses the window, floats up and down at the side, or stands on the sea floor. */
  readonly movement: 'crossing' | 'floating' | 'standing';
  /** The side that it swims to or stays on. */
  readonly side: 'left' | 'right';
  /** Width in rem. */
  readonly size: number;
  /** Distance from the top of the window, in percent. Ignored for `standing`. */
  readonly below: number;
  /** Duration of one crossing, or of one rise and fall. */
  readonly seconds: number;
  /** Where in that cycle the animation starts, 0 to 1. */
  readonly initialProgress: number;
}

/** The creatures of a zone by name. The names are the theme's `seaCreatures`. */
export type Drawings = Readonly<Record<string, Drawing>>;
