/**
 * Measures likes that arrive at the same time on one post, for docs/scale.md.
 * Run it with `node test/load/contended-likes.ts`.
 *
 * The local database runs transactions one after another, so it reports no conflicts. DynamoDB cancels a transaction
 * while one of its items is in another transaction. The cases with a hold time simulate that: a transaction holds its
 * post for this time, and all other transactions on the same post are cancelled.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { Throttled } from '../../lambdas/platform/errors.ts';
import { table } from '../../lambdas/table/client.ts';
import { postKey } from '../../lambdas/table/keys.ts';
import { setLike } from '../../lambdas/table/like.ts';
import { getPost, storePost } from '../../lambdas/table/post.ts';
import { unseal } from '../../lambdas/table/sealed.ts';
import { startTable } from '../support/table.ts';
import { summarizeLatency } from './meter.ts';

/** Numbers of likes that arrive within one second. */
const RATES = [25, 50, 100, 200, 400, 1000];

/** Times for which a transaction holds its post, in milliseconds. 0 simulates no conflicts. */
const HOLD_TIMES_MS = [0, 10, 20];

/** How long a simulated conflict takes until the call fails, in milliseconds. */
const CANCELLED_CALL_MS = 5;

/** How long a transaction holds its post in the current case, in milliseconds. The middleware below reads it. */
let holdMs = 0;

// Counters of the current row.
let attempts = 0;
let conflicts = 0;

/** Partition keys of the posts that a transaction holds. */
const heldPosts = new Set<string>();

/** The parts of a transaction's input that name the updated items. */
interface TransactInput {
  readonly TransactItems?: readonly { readonly Update?: { readonly Key: { readonly pk: string } } }[];
}

// Simulates DynamoDB's conflicts.
table.middlewareStack.add(
  (next) => async (args) => {
    const items = (args.input as TransactInput).TransactItems;
    // The only update in a like's transaction counts the like on the post.
    const post = items?.find(({ Update }) => Update)?.Update?.Key.pk;
    if (post === undefined) return next(args);

    attempts++;
    if (holdMs === 0) return next(args);

    if (heldPosts.has(post)) {
      conflicts++;
      await setTimeout(CANCELLED_CALL_MS);
      const CancellationReasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }];
      throw new TransactionCanceledException({ message: '', CancellationReasons, $metadata: {} });
    }

    heldPosts.add(post);
    try {
      const [response] = await Promise.all([next(args), setTimeout(holdMs)]);
      return response;
    } finally {
      heldPosts.delete(post);
    }
  },
  { name: 'conflicts', step: 'initialize' },
);

/** The likes of one row, and how they ended. */
interface SentLikes {
  /** Latencies of the stored likes, in milliseconds. */
  readonly latenciesMs: readonly number[];
  /** Number of likes that failed, because all attempts met a conflict. */
  readonly failures: number;
  /** Seconds from the first like to the last response. */
  readonly seconds: number;
}

/** Sends likes to a post by as many members, spread over one second. */
async function sendLikes(postId: string, likes: number): Promise<SentLikes> {
  const latenciesMs: number[] = [];
  let failures = 0;

  const likeLater = async (viewerNumber: number) => {
    await setTimeout((viewerNumber / likes) * 1000);
    const callStart = performance.now();
    try {
      await setLike({ userId: `viewer-${viewerNumber}`, depth: 0 }, postKey(postId), { liked: true });
      latenciesMs.push(performance.now() - callStart);
    } catch (error) {
      if (!(error instanceof Throttled)) throw error;
      failures++;
    }
  };

  const start = performance.now();
  await Promise.all(Array.from({ length: likes }, (_, number) => likeLater(number)));

  return { latenciesMs, failures, seconds: (performance.now() - start) / 1000 };
}

/**
 * Sends likes to a new post, and checks that its count is right.
 *
 * @returns the row of the table
 */
async function measureRow(likes: number): Promise<string> {
  const postId = ulid();
  const createdAt = new Date().toISOString();
  await storePost({ postId, userId: 'ada', content: 'Ahoy', createdAt, depth: 0, likeCount: 0, commentCount: 0 });

  attempts = 0;
  conflicts = 0;
  const { latenciesMs, failures, seconds } = await sendLikes(postId, likes);

  const likeCount = unseal(await getPost(postId))?.likeCount;
  if (likeCount !== likes - failures) {
    throw new Error(`${likes - failures} likes were stored, but ${likeCount} counted.`);
  }

  const { p50, p95 } = summarizeLatency(latenciesMs);
  const perSecond = (latenciesMs.length / seconds).toFixed(0);
  const cells = [
    holdMs,
    likes,
    (attempts / likes).toFixed(1),
    conflicts,
    failures,
    perSecond,
    p50.toFixed(0),
    p95.toFixed(0),
  ];

  return `| ${cells.join(' | ')} |`;
}

const stop = await startTable();

console.log(
  '| Held, ms | Likes in a second | Attempts per like | Conflicts | Failed | Stored per second | p50 ms | p95 ms |',
);
console.log('|---:|---:|---:|---:|---:|---:|---:|---:|');

try {
  for (const holdTime of HOLD_TIMES_MS) {
    holdMs = holdTime;
    for (const likes of RATES) console.log(await measureRow(likes));
  }
} finally {
  await stop();
}
