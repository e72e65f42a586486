import { depthHistogram } from './depth-histogram.ts';

/** Every view, by its name in commands. To add one, see CONTRIBUTING.md. */
export const PROJECTIONS = { 'depth-histogram': depthHistogram } as const;

export type ProjectionName = keyof typeof PROJECTIONS;
