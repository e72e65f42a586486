import { z } from 'zod';
import type { Upload } from './uploads.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The part of a bucket's lifecycle that the local cloud carries out: the end of uploads that nobody completes. */
export const lifecycleConfiguration = z.object({
  Rules: z.array(
    z.object({
      Status: z.enum(['Enabled', 'Disabled']),
      Prefix: z.string().default(''),
      AbortIncompleteMultipartUpload: z.object({ DaysAfterInitiation: z.number() }).optional(),
    }),
  ),
});
export type LifecycleRule = z.output<typeof lifecycleConfiguration>['Rules'][number];

/** Whether a bucket's rules end an upload by now. */
export function isAbandoned({ key, initiated }: Upload, rules: readonly LifecycleRule[], now: Date): boolean {
  return rules.some(
    ({ Status, Prefix, AbortIncompleteMultipartUpload: limit }) =>
      Status === 'Enabled' &&
      limit !== undefined &&
      key.startsWith(Prefix) &&
      now.getTime() - initiated.getTime() >= limit.DaysAfterInitiation * DAY_MS,
  );
}
