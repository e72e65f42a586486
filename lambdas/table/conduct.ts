import {
  allowedAmount,
  CONDUCT_LIMITS,
  COUNTED_LIMITS,
  type ConductLimit,
  type CountedLimit,
  settledAt,
  standingOf,
  type Window,
  windowAt,
} from '../../shared/rules/conduct-limits.ts';
import { readOptionalSetting } from '../platform/config.ts';
import { AccountDeleted, LimitReached } from '../platform/errors.ts';
import { batchGet } from './batch-get.ts';
import { tableName } from './client.ts';
import { buildResultPut, type IdempotencyKey } from './idempotency.ts';
import { type ItemKey, sortIdOf } from './item-types.ts';
import { conductCountKey } from './keys.ts';
import { getProfile } from './profile.ts';
import { buildStoredBytesIncrease } from './stored-bytes.ts';
import { type TransactItem, transact } from './transaction.ts';

/** How long a count is kept after its window ends, in seconds. */
const RETENTION_SECONDS = 60;

/** The member whose request is counted. `createdAt` is missing if they have no profile yet. */
export interface Actor {
  readonly userId: string;
  readonly createdAt?: string | undefined;
}

/** A request's uses of each limit: a count or bytes. `storedBytes` are added to the profile, which must exist. */
export type Uses = { readonly [L in CountedLimit | 'storedBytes']?: number };

/** What one request claims of its member's limits. See shared/rules/conduct-limits.ts. */
export interface Claim {
  /** The transaction items that count the request. Each fails if the count would exceed its limit. */
  readonly limitWrites: readonly TransactItem[];
  /** Builds the error for a request whose `limitWrites` failed. Throws AccountDeleted without a profile. */
  readonly buildLimitReached: () => Promise<LimitReached>;
}

/**
 * Builds the claim of a request. Nothing is counted until the caller writes the claim's `limitWrites` in the
 * transaction of the request's own write, so a refused or failed write doesn't count.
 *
 * @param now - milliseconds
 */
export function claim(actor: Actor, { storedBytes = 0, ...uses }: Uses, now = Date.now()): Claim {
  const { userId } = actor;
  const entries = Object.entries(uses) as [CountedLimit, number][];
  const entriesByWindow = Map.groupBy(entries, ([limit]) => CONDUCT_LIMITS[limit].window);
  const limitWrites: TransactItem[] = [...entriesByWindow].map(([window, windowEntries]) => ({
    Update: buildCountUpdate(actor, window, windowEntries, now),
  }));
  if (storedBytes > 0) {
    limitWrites.push(buildStoredBytesIncrease(userId, storedBytes, allowedFor('storedBytes', actor, now)));
  }

  const buildLimitReached = async () => {
    const currentUses = await readUses(userId, now);
    const reachedEntry = entries.find(([limit, amount]) => currentUses[limit] + amount > allowedFor(limit, actor, now));
    if (!reachedEntry && storedBytes > 0) {
      if (!(await getProfile(userId, { consistent: true }))) throw new AccountDeleted();
      return buildLimitError('storedBytes', actor, now);
    }

    // If every count fits now, the error names the first limit.
    const [firstEntry] = entries;
    const [limit] = reachedEntry ?? firstEntry!;
    return buildLimitError(limit, actor, now);
  };

  return { limitWrites, buildLimitReached };
}

/**
 * Counts a request whose own write is not part of a transaction. Call it before the write. If the write fails, the
 * request still counts. Otherwise, a member could exceed the limit.
 *
 * @param furtherWrites - items that the transaction of the count also writes, without conditions
 * @throws LimitReached if a count would exceed its limit; nothing is written then
 */
export async function countUses(actor: Actor, uses: Uses, furtherWrites: readonly TransactItem[] = []): Promise<void> {
  const { limitWrites, buildLimitReached } = claim(actor, uses);
  const cancellation = await transact(() => [...limitWrites, ...furtherWrites]);
  if (cancellation) throw await buildLimitReached();
}

/**
 * Counts a request that a client may repeat: the same key counts once, and is never refused later.
 *
 * @param resultId - the ID that is stored under the key, for callers that read it with `findResult`
 * @throws LimitReached if a count would exceed its limit
 */
export async function countUsesOnce(actor: Actor, uses: Uses, key: IdempotencyKey, resultId: string): Promise<void> {
  const { limitWrites, buildLimitReached } = claim(actor, uses);
  const cancellation = await transact(() => [buildResultPut(key, resultId), ...limitWrites]);
  if (!cancellation) return;

  const [isRepeated] = cancellation.failed;
  if (!isRepeated) throw await buildLimitReached();
}

/** Returns a member's uses in the current windows. Strongly consistent. */
export async function readUses(userId: string, now: number): Promise<Record<CountedLimit, number>> {
  const windows = [...new Set(COUNTED_LIMITS.map((limit) => CONDUCT_LIMITS[limit].window))];
  const keys = windows.map((window) => conductCountKey(userId, window, windowAt(window, now).number));
  const items = await batchGet<ItemKey & Record<string, unknown>>(keys, { consistent: true });

  const countsByWindow = new Map(
    items.map((item) => {
      const [window] = sortIdOf('conductCount', item).split('#');
      return [window, item];
    }),
  );
  const entries = COUNTED_LIMITS.map((limit) => [
    limit,
    Number(countsByWindow.get(CONDUCT_LIMITS[limit].window)?.[limit] ?? 0),
  ]);

  return Object.fromEntries(entries) as Record<CountedLimit, number>;
}

/** Returns the amount of a limit that a member is allowed now, on this stage. */
export function allowedFor(limit: ConductLimit, { createdAt }: Actor, now = Date.now()): number {
  return allowedAmount(limit, standingOf(createdAt, now), Number(readOptionalSetting('CONDUCT_LIMIT_PERCENT') ?? 100));
}

/**
 * Checks that a member may store further bytes.
 *
 * @param storedBytes - bytes that the member has stored already
 * @param addedBytes - bytes to store in addition
 * @throws LimitReached if the sum would exceed the member's limit
 */
export function checkStoredBytes(actor: Actor, storedBytes: number, addedBytes: number, now = Date.now()): void {
  if (storedBytes + addedBytes > allowedFor('storedBytes', actor, now)) {
    throw buildLimitError('storedBytes', actor, now);
  }
}

/** Builds the error of a reached limit, with the time at which the member may try again. */
function buildLimitError(limit: CountedLimit | 'storedBytes', actor: Actor, now: number): LimitReached {
  const { window } = CONDUCT_LIMITS[limit];
  const standing = standingOf(actor.createdAt, now);
  // A limit without a window never resets, but the allowed amount rises when the member is settled.
  const endsAt = window !== 'held' ? windowAt(window, now).endsAt * 1000 : settledAt(actor.createdAt, now);
  const retryAfterSeconds = endsAt > now ? Math.ceil((endsAt - now) / 1000) : undefined;
  return new LimitReached({ limit, standing, allowed: allowedFor(limit, actor, now), retryAfterSeconds });
}

type CountUpdate = NonNullable<TransactItem['Update']>;

/**
 * Builds the update that counts amounts of limits in one window. Fails if a count would exceed its limit. For uploads:
 *
 *     ADD #uploads :uploads, #uploadBytes :uploadBytes SET expiresAt = :end
 */
function buildCountUpdate(actor: Actor, window: Window, entries: [CountedLimit, number][], now: number): CountUpdate {
  const { number, endsAt } = windowAt(window, now);
  const counts = entries.map(([limit, amount]) => {
    const maxCount = allowedFor(limit, actor, now) - amount;
    return { limit, amount, maxCount };
  });

  const additions = counts.map(({ limit }) => `#${limit} :${limit}`);
  // A missing count stands for 0, so the condition accepts it, unless the amount alone exceeds the limit.
  const conditions = counts.map(({ limit, maxCount }) =>
    maxCount < 0 ? `#${limit} <= :${limit}Rest` : `(attribute_not_exists(#${limit}) OR #${limit} <= :${limit}Rest)`,
  );
  const names = counts.map(({ limit }) => [`#${limit}`, limit]);
  const values = counts.flatMap(({ limit, amount, maxCount }) => [
    [`:${limit}`, amount],
    [`:${limit}Rest`, maxCount],
  ]);

  return {
    TableName: tableName(),
    Key: conductCountKey(actor.userId, window, number),
    UpdateExpression: `ADD ${additions.join(', ')} SET expiresAt = :end`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names),
    ExpressionAttributeValues: { ':end': endsAt + RETENTION_SECONDS, ...Object.fromEntries(values) },
  };
}
