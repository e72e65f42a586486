/**
 * The limits on the actions of one member, by standing. This is the only table of these limits: the server enforces it,
 * the page shows it, and a test compares it with docs/product.md#limits. See docs/adr/0028-limits-by-standing.md.
 */
import { DAY_MS, DAY_SECONDS } from './durations.ts';
import { MAX_UPLOAD_BYTES } from './limits.ts';

/** The standing of a member. It depends only on the account's age; a purchase never changes it. */
export type Standing = 'new' | 'settled';

/** Age at which an account is settled, in days. */
export const SETTLED_AFTER_DAYS = 7;

/** Length of a window, in seconds. Windows are fixed: minutes, hours, and days of UTC. */
const WINDOW_SECONDS = { minute: 60, hour: 3600, day: DAY_SECONDS } as const;

/** The time after which a count starts again at zero. */
export type Window = keyof typeof WINDOW_SECONDS;

/** One limit, with its amount for each standing. */
interface LimitDefinition {
  /** 'held' limits the number or size that a member has at the same time, without a window. */
  readonly window: Window | 'held';
  readonly unit: 'count' | 'bytes';
  /** The amount for members with the standing `new`. */
  readonly new: number;
  /** The amount for members with the standing `settled`. */
  readonly settled: number;
}

/**
 * The limits. New members can do what a first day needs. 1,000,000 MB of stored files lift a member to 10,000 m, so no
 * settled member has to pay to reach the surface.
 */
export const CONDUCT_LIMITS = {
  posts: { window: 'day', unit: 'count', new: 20, settled: 100 },
  comments: { window: 'hour', unit: 'count', new: 60, settled: 200 },
  likes: { window: 'hour', unit: 'count', new: 120, settled: 600 },
  follows: { window: 'day', unit: 'count', new: 50, settled: 300 },
  uploads: { window: 'day', unit: 'count', new: 50, settled: 500 },
  uploadBytes: {
    window: 'day',
    unit: 'bytes',
    new: 5 * MAX_UPLOAD_BYTES,
    settled: 25 * MAX_UPLOAD_BYTES,
  },
  storedBytes: {
    window: 'held',
    unit: 'bytes',
    new: 20 * MAX_UPLOAD_BYTES,
    settled: 1000 * MAX_UPLOAD_BYTES,
  },
  fileEdits: { window: 'hour', unit: 'count', new: 100, settled: 300 },
  conversations: { window: 'day', unit: 'count', new: 20, settled: 100 },
  messages: { window: 'minute', unit: 'count', new: 60, settled: 180 },
  payments: { window: 'hour', unit: 'count', new: 10, settled: 30 },
  profileChanges: { window: 'hour', unit: 'count', new: 30, settled: 60 },
  emailChanges: { window: 'day', unit: 'count', new: 10, settled: 20 },
  testContributions: {
    window: 'hour',
    unit: 'count',
    new: 60,
    settled: 60,
  },
  frames: { window: 'minute', unit: 'count', new: 600, settled: 600 },
  typing: { window: 'minute', unit: 'count', new: 90, settled: 90 },
  sockets: { window: 'held', unit: 'count', new: 5, settled: 10 },
} as const satisfies Record<string, LimitDefinition>;

export type ConductLimit = keyof typeof CONDUCT_LIMITS;

/** The limits that the table counts exactly within a window, so that the page can show what remains. */
export const COUNTED_LIMITS = [
  'posts',
  'comments',
  'likes',
  'follows',
  'uploads',
  'uploadBytes',
  'fileEdits',
  'conversations',
  'messages',
  'payments',
  'profileChanges',
  'emailChanges',
  'testContributions',
] as const satisfies readonly ConductLimit[];

/** A limit that is counted within a window. */
export type CountedLimit = (typeof COUNTED_LIMITS)[number];

/** Returns the standing of an account by its age. An account without a profile is new. */
export function standingOf(createdAt: string | undefined, now: number): Standing {
  return now >= settledAt(createdAt, now) ? 'settled' : 'new';
}

/** Returns the time at which an account is settled, in milliseconds since 1970. */
export function settledAt(createdAt: string | undefined, now: number): number {
  return (createdAt === undefined ? now : Date.parse(createdAt)) + SETTLED_AFTER_DAYS * DAY_MS;
}

/**
 * Returns the amount of a limit, at least 1: a count, or bytes.
 *
 * @param percent - the stage's setting; 100 for the limits as written
 */
export function allowedAmount(limit: ConductLimit, standing: Standing, percent = 100): number {
  return Math.max(1, Math.floor((CONDUCT_LIMITS[limit][standing] * percent) / 100));
}

/** Returns the window that contains a time: its number since 1970, and its end in seconds since 1970. */
export function windowAt(window: Window, now: number): { readonly number: number; readonly endsAt: number } {
  const windowSeconds = WINDOW_SECONDS[window];
  const number = Math.floor(now / 1000 / windowSeconds);
  return { number, endsAt: (number + 1) * windowSeconds };
}
