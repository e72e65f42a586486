import { depthFrames } from './depth-frames.ts';

/** Every effect of the change feed, by its name in the log. */
export const EFFECTS = { 'depth-frames': depthFrames } as const;
