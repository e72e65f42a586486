import { SURFACE_METRES } from './depth.ts';

/** A layer of the ocean. Limits in metres; `to` is the last whole metre. */
export interface Layer {
  readonly name: 'Fathom' | 'Mid-Ocean' | 'Shallow Waters' | 'Surface';
  readonly from: number;
  readonly to: number;
}

/** The layers, which name a member's position, deepest first. See docs/product.md#depth. */
export const LAYERS = [
  { name: 'Fathom', from: 0, to: 99 },
  { name: 'Mid-Ocean', from: 100, to: 999 },
  { name: 'Shallow Waters', from: 1000, to: SURFACE_METRES - 1 },
  { name: 'Surface', from: SURFACE_METRES, to: SURFACE_METRES },
] as const satisfies readonly Layer[];

/** Returns the layer of a depth in metres. A depth below 0 m, which reversals can cause, is in the deepest layer. */
export function layerAt(metres: number): Layer {
  return LAYERS.findLast(({ from }) => metres >= from) ?? LAYERS[0];
}
