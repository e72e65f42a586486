import type { ReactElement } from 'react';

/** A creature of our own drawing, and how it lives. */
export interface Drawing {
  /** An inline SVG that looks to the left. */
  readonly picture: ReactElement;
  /** Crossing the whole water, floating up and down at its side, or standing on the sea floor. */
  readonly way: 'crossing' | 'floating' | 'standing';
  /** Where it swims to, or on which side it stays. */
  readonly side: 'left' | 'right';
  /** Its width, in rem. */
  readonly size: number;
  /** How far below the top of the water, in per cent. What stands does not ask. */
  readonly below: number;
  /** How long it takes to cross, or to rise and sink once. */
  readonly seconds: number;
  /** Which part of that, 0 to 1, is behind it when it is first seen. */
  readonly begun: number;
}

/** The creatures of a zone by name: the names are the theme's `seaCreatures`. */
export type Drawings = Readonly<Record<string, Drawing>>;
