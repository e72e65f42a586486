import type { LimitParams, RefusedLimit } from '../contract/error-params.ts';
import { CONDUCT_LIMITS, type ConductLimit, type Standing } from '../rules/conduct-limits.ts';
import { BYTES_PER_MB } from '../rules/limits.ts';
import { formatCount } from '../text/format-count.ts';

/** The parts of the sentence about a limit. */
interface LimitSentence {
  /** Builds the part about the reached limit. */
  readonly reached: (amount: string) => string;
  /** The part about the next attempt, without the time. */
  readonly later: string;
}

/** The sentence of each limit. */
const SENTENCES: Readonly<Record<RefusedLimit, LimitSentence>> = {
  posts: { reached: (amount) => `You've shared ${amount} posts today`, later: 'You can post again' },
  comments: { reached: (amount) => `You've written ${amount} comments this hour`, later: 'You can comment again' },
  likes: { reached: (amount) => `You've liked ${amount} times this hour`, later: 'You can like again' },
  follows: { reached: (amount) => `You've followed ${amount} members today`, later: 'You can follow others again' },
  uploads: { reached: (amount) => `You've started ${amount} uploads today`, later: 'You can upload again' },
  uploadBytes: {
    reached: (amount) => `This upload would take today's uploads over ${amount}`,
    later: 'You can upload it',
  },
  storedBytes: {
    reached: (amount) => `This upload would take your stored files and pictures over ${amount}`,
    later: 'Delete files or posts with pictures to make room',
  },
  fileEdits: {
    reached: (amount) => `You've changed files ${amount} times this hour`,
    later: 'You can change them again',
  },
  conversations: {
    reached: (amount) => `You've started ${amount} conversations today`,
    later: 'You can start another',
  },
  messages: { reached: (amount) => `You've sent ${amount} messages this minute`, later: 'You can send more' },
  payments: { reached: (amount) => `You've started ${amount} payments this hour`, later: 'You can start another' },
  profileChanges: {
    reached: (amount) => `You've changed your profile ${amount} times this hour`,
    later: 'You can change it again',
  },
  emailChanges: {
    reached: (amount) => `You've asked to change your email ${amount} times today`,
    later: 'You can try again',
  },
  testContributions: {
    reached: (amount) => `You've made ${amount} test contributions this hour`,
    later: 'You can make another',
  },
};

/** The refusal of a request that exceeds a limit. */
export interface LimitRefusal extends LimitParams {
  /** Seconds until the same request can succeed; undefined if waiting doesn't help. */
  readonly retryAfterSeconds: number | undefined;
}

/**
 * Builds the sentence for a member who has reached a limit: "You've shared 20 posts today, which is the limit for new
 * members. You can post again in 3 hours."
 */
export function describeRefusal({ limit, standing, allowed, retryAfterSeconds }: LimitRefusal): string {
  const { window, unit } = CONDUCT_LIMITS[limit];
  const { reached, later } = SENTENCES[limit];
  const limitName = standing === 'new' ? 'the limit for new members' : 'the limit';

  let waitText = '';
  if (retryAfterSeconds !== undefined) {
    const wait = formatWait(retryAfterSeconds);
    waitText = window === 'held' ? `, or try again in ${wait}` : ` in ${wait}`;
  }

  return `${reached(formatAmount(allowed, unit))}, which is ${limitName}. ${later}${waitText}.`;
}

/** The limited actions or things, for the page and docs/product.md. The server's sentences don't contain them. */
export const LIMIT_TITLES: Readonly<Record<ConductLimit, string>> = {
  posts: 'Posts',
  comments: 'Comments',
  likes: 'Likes',
  follows: 'Follows',
  uploads: 'Uploads, with pictures',
  uploadBytes: 'Size of these uploads together',
  storedBytes: 'Size of all stored files and pictures of posts',
  fileEdits: 'Changes of files',
  conversations: 'New conversations',
  messages: 'Messages',
  payments: 'Payments started',
  profileChanges: 'Changes of the profile',
  emailChanges: 'Requests to change the email',
  testContributions: 'Test contributions, outside production',
  frames: 'WebSocket frames, except typing hints',
  typing: 'Typing hints',
  sockets: 'Open WebSockets',
};

/** The remaining amount of a limit. */
interface Remaining {
  readonly limit: RefusedLimit;
  readonly allowed: number;
  readonly remaining: number;
  /** ISO 8601; null if the limit has no window. */
  readonly resetsAt: string | null;
}

/** Returns whether a page shows the remaining amount: at most a fifth of the limit, or at most five actions. */
export function isScarce({ limit, allowed, remaining }: Pick<Remaining, 'limit' | 'allowed' | 'remaining'>): boolean {
  return remaining <= allowed / 5 || (CONDUCT_LIMITS[limit].unit === 'count' && remaining <= 5);
}

/** Builds the sentence for a remaining amount: "Posts: 3 of 20 left today." At zero, builds that of a refusal. */
export function describeRemaining(allowance: Remaining, standing: Standing, now: number): string {
  const { limit, allowed, remaining, resetsAt } = allowance;
  const { unit, window } = CONDUCT_LIMITS[limit];
  const retryAfterSeconds = resetsAt === null ? undefined : Math.max(1, Math.ceil((Date.parse(resetsAt) - now) / 1000));
  if (remaining === 0) return describeRefusal({ limit, standing, allowed, retryAfterSeconds });

  const period = { minute: ' this minute', hour: ' this hour', day: ' today', held: '' }[window];
  return `${LIMIT_TITLES[limit]}: ${formatAmount(remaining, unit)} of ${formatAmount(allowed, unit)} left${period}.`;
}

/** The files that a member is about to upload. */
export interface PlannedUploads {
  readonly fileCount: number;
  /** How much the files use of each limit. */
  readonly uses: Readonly<Partial<Record<RefusedLimit, number>>>;
}

/** Returns whether planned uploads use more of a limit than remains. */
export function exceedsRemaining({ limit, remaining }: Pick<Remaining, 'limit' | 'remaining'>, plan: PlannedUploads) {
  return (plan.uses[limit] ?? 0) > remaining;
}

/**
 * Builds the sentence for uploads that use more than remains: "Your files need 100, so some may be refused."
 *
 * "May", because a resumed upload was counted when it began.
 */
export function describeShortage(limit: RefusedLimit, { fileCount, uses }: PlannedUploads): string {
  const { unit } = CONDUCT_LIMITS[limit];
  const use = uses[limit] ?? 0;
  // Rounded up, so that it isn't the same number as the remaining amount.
  const amount = formatAmount(unit === 'bytes' ? Math.ceil(use / BYTES_PER_MB) * BYTES_PER_MB : use, unit);

  return fileCount === 1
    ? `Your file needs ${amount}, so it may be refused.`
    : `Your files need ${amount}, so some may be refused.`;
}

/** Formats an amount of a limit: "20", or "5,000 MB". */
export function formatAmount(amount: number, unit: 'count' | 'bytes'): string {
  if (unit === 'count') return formatCount(amount);
  return `${formatCount(Math.floor(amount / BYTES_PER_MB))} MB`;
}

/** The units of a wait, from the smallest to the largest. */
const UNITS = [
  { seconds: 1, one: 'a second', many: 'seconds' },
  { seconds: 60, one: 'a minute', many: 'minutes' },
  { seconds: 3600, one: 'an hour', many: 'hours' },
  { seconds: 86_400, one: 'a day', many: 'days' },
] as const;

/** Formats a wait, rounded up to a whole number of its largest unit: "40 seconds", "an hour", "6 days". */
export function formatWait(seconds: number): string {
  const unit = UNITS.findLast((candidate) => seconds >= candidate.seconds) ?? UNITS[0];
  const count = Math.max(1, Math.ceil(seconds / unit.seconds));
  const largerUnit = UNITS[UNITS.indexOf(unit) + 1];
  // Rounds 59 minutes and a second up to an hour.
  if (largerUnit && count * unit.seconds >= largerUnit.seconds) return largerUnit.one;
  return count === 1 ? unit.one : `${count} ${unit.many}`;
}
