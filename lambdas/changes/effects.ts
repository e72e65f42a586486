import { depthFrames } from './depth-frames.ts';
import { fileObjects } from './file-objects.ts';
import { accountPurges, postPurges } from './purges.ts';

/** Every effect of the change feed, by its name in the log. */
export const EFFECTS = {
  'depth-frames': depthFrames,
  'account-purges': accountPurges,
  'post-purges': postPurges,
  'file-objects': fileObjects,
} as const;
