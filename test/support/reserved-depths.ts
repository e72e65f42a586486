/** A range of depths in metres, both ends included. */
export interface DepthRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Depths at which only one test file has members, by the file's path in `test`.
 *
 * The files of a project share a cloud and run concurrently. A file that expects exact neighbours, or exact pages of a
 * list, places its members in its own range with `buyDepth`. All other tests stay below 1000 m. Members nearby are up
 * to 100 m away, so a range for them is 100 m wider at both ends.
 */
export const RESERVED_DEPTHS = {
  'acceptance/account/dashboard.test.ts': { from: 2000, to: 2400 },
  'acceptance/posts/feed.test.ts': { from: 2500, to: 2600 },
  'acceptance/users/list.test.ts': { from: 2700, to: 2800 },
  'acceptance/users/nearby.test.ts': { from: 6000, to: 7000 },
  'e2e/dashboard.test.ts': { from: 3000, to: 3200 },
  'e2e/journeys/posts.test.ts': { from: 3300, to: 3400 },
  'e2e/posts-and-comments.test.ts': { from: 3500, to: 3600 },
  'e2e/toasts.test.ts': { from: 3700, to: 3800 },
} as const satisfies Readonly<Record<string, DepthRange>>;
