import {
  type ItemKey,
  type ItemTypeName,
  itemKey,
  partitionIdOf,
  sortPrefix,
} from '../../../../lambdas/table/item-types.ts';
import {
  commentKey,
  credentialsKey,
  followKeys,
  inboxKey,
  postKey,
  profileKey,
  socketKeys,
} from '../../../../lambdas/table/keys.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Facts, Reads, Row } from '../facts.ts';
import { maskKey } from '../masked-key.ts';
import type { Invariant, Violation } from './invariant.ts';

/** Maximum time until a purge is complete, in hours. A purge runs every hour until it is complete. */
const MAX_PURGE_HOURS = 24;

/**
 * SQL of all rows that belong to a member. `id` and `postId` are needed to read the row again. `retained` rows stay
 * after the member's purge.
 */
const ROWS_OF_MEMBERS = `
  SELECT user, 'ledgerEntry' AS type, entry AS id, NULL AS postId, payment IS NOT NULL AS retained FROM ledger
  UNION ALL SELECT follower, 'following', followed, NULL, 0 FROM follow WHERE side = 'following'
  UNION ALL SELECT followed, 'follower', follower, NULL, 0 FROM follow WHERE side = 'follower'
  UNION ALL SELECT user, 'like', item, NULL, 0 FROM liked
  UNION ALL SELECT user, type, row, NULL, 0 FROM other
  UNION ALL SELECT user, 'inboxRow', other, NULL, 0 FROM inbox
  UNION ALL SELECT user, side, connection, NULL, 0 FROM socket WHERE expiresAt * 1000 > $now
  UNION ALL SELECT user, 'file', item, NULL, 0 FROM file
  UNION ALL SELECT user, 'post', post, NULL, 0 FROM post WHERE state <> 'purged'
  UNION ALL SELECT user, 'comment', comment, post, 0 FROM comment`;

/** Types of items that a member can have before the first request that needs a profile creates it. */
const WITHOUT_PROFILE: readonly ItemTypeName[] = ['like', 'inboxRow', 'memberSocket', 'socket'];

/** Returns the key of a row for the report, and its reads. */
function locateRow({ user, type, id, postId }: Row): { key: string; reads: Reads } {
  const userId = String(user);
  const rowId = String(id);
  const locate = (key: ItemKey) => ({ key: maskKey(undefined, key), reads: { keys: [key, profileKey(userId)] } });

  switch (type as ItemTypeName) {
    case 'following':
      return locate(followKeys(userId, rowId)[0]);
    case 'follower':
      return locate(followKeys(rowId, userId)[1]);
    case 'like':
      return locate(itemKey('like', userId, rowId));
    case 'inboxRow':
      return locate(inboxKey(userId, rowId));
    case 'memberSocket':
      return locate(socketKeys(userId, rowId)[0]);
    case 'socket':
      return locate(socketKeys(userId, rowId)[1]);
    case 'file':
      return locate(itemKey('file', partitionIdOf({ pk: rowId })));
    case 'post':
      return locate(postKey(rowId));
    case 'credentials':
      return locate(credentialsKey(userId));
    case 'comment':
      return locate(commentKey(String(postId), rowId));

    default: {
      // The key of another type can contain a file name or an ID from a client, so the facts hold only the masked key.
      const partitions = [{ pk: profileKey(userId).pk, prefix: sortPrefix(type as ItemTypeName) }];
      return { key: rowId, reads: { partitions, keys: [profileKey(userId)] } };
    }
  }
}

/** Yields the hidden accounts that were deleted before this time, in milliseconds. */
function* findOverdueAccounts(facts: Facts, before: number): Iterable<Violation> {
  const sql = "SELECT * FROM member WHERE state = 'hidden' AND deletedAt < $before";

  for (const { user } of facts.query(sql, { before })) {
    const key = profileKey(String(user));
    const found = 'the purge is pending';
    yield { type: 'profile', key: maskKey('profile', key), expected: 'purged', found, reads: { keys: [key] } };
  }
}

/** Yields the hidden posts that were deleted before this time, and those that no purge finds. */
function* findOverduePosts(facts: Facts, before: number): Iterable<Violation> {
  // A hidden post outside the queue is purged with its author's account, if the account is hidden, too.
  const sql = `
    SELECT post.post, post.user, isQueued FROM post LEFT JOIN member ON member.user = post.user
    WHERE post.state = 'hidden' AND (post.deletedAt < $before OR NOT isQueued AND member.state IS NOT 'hidden')`;

  for (const { post, user, isQueued } of facts.query(sql, { before })) {
    const key = postKey(String(post));
    const found = isQueued ? 'the purge is pending' : 'hidden, but not queued';
    const reads = { keys: [key, profileKey(String(user))] };
    yield { type: 'post', key: maskKey('post', key), expected: 'purged', found, reads };
  }
}

export const MEMBER_INVARIANTS = {
  'member-exists': {
    title: 'Rows, files, posts, and comments belong to a member who exists, or once did',
    // This query has no parameters. With 0 as the time, it also counts expired sockets.
    checked: `SELECT count(*) FROM (${ROWS_OF_MEMBERS.replace('$now', '0')})`,
    *find(facts, { now }) {
      const sql = `
        SELECT row.* FROM (${ROWS_OF_MEMBERS}) AS row LEFT JOIN member ON member.user = row.user
        WHERE member.user IS NULL AND NOT retained AND type NOT IN (${WITHOUT_PROFILE.map((type) => `'${type}'`)})`;

      for (const row of facts.query(sql, { now })) {
        yield { type: String(row.type), ...locateRow(row), expected: `a profile of ${row.user}`, found: 'no profile' };
      }
    },
  },

  'purge-complete': {
    title: 'Nothing is left of a purged member except entries of payments, and of a purged post except its tombstone',
    checked: "SELECT count(*) FROM member WHERE state = 'purged'",
    *find(facts, { now }) {
      const sql = `
        SELECT row.* FROM (${ROWS_OF_MEMBERS}) AS row
        JOIN member ON member.user = row.user AND member.state = 'purged' WHERE NOT retained`;

      for (const row of facts.query(sql, { now })) {
        const expected = 'no item after the purge';
        const found = 'an item';
        yield { type: String(row.type), ...locateRow(row), expected, found };
      }
    },
  },

  'purge-overdue': {
    title: `Deleted accounts and posts are purged within ${MAX_PURGE_HOURS} hours, and the purge job finds them`,
    checked:
      "SELECT (SELECT count(*) FROM member WHERE state = 'hidden') + (SELECT count(*) FROM post WHERE state = 'hidden')",
    *find(facts, { now }) {
      const before = now - MAX_PURGE_HOURS * HOUR_MS;
      yield* findOverdueAccounts(facts, before);
      yield* findOverduePosts(facts, before);
    },
  },

  'follow-pairs': {
    title: 'A follow has both edges: one in the partition of each member',
    checked: 'SELECT count(*) FROM follow',
    *find(facts) {
      const sql = `
        SELECT edge.* FROM follow AS edge LEFT JOIN follow AS otherEdge
        ON otherEdge.follower = edge.follower AND otherEdge.followed = edge.followed AND otherEdge.side <> edge.side
        WHERE otherEdge.side IS NULL`;

      for (const { follower, followed, side } of facts.query(sql)) {
        const keys = followKeys(String(follower), String(followed));
        const [storedKey, missingKey] = side === 'following' ? keys : keys.toReversed();
        yield {
          type: String(side),
          key: maskKey(undefined, storedKey!),
          expected: `also ${maskKey(undefined, missingKey!)}`,
          found: 'one edge',
          reads: { keys },
        };
      }
    },
  },

  'follow-counts': {
    title: "A profile's counts of followers and of followed members are the numbers of its edges",
    checked: "SELECT count(*) FROM member WHERE state = 'live'",
    *find(facts) {
      const sql = `
        SELECT * FROM (
          SELECT user, followers, following,
            (SELECT count(*) FROM follow WHERE followed = user AND side = 'follower') AS followersFound,
            (SELECT count(*) FROM follow WHERE follower = user AND side = 'following') AS followingFound
          FROM member WHERE state = 'live')
        WHERE followers <> followersFound OR following <> followingFound`;

      for (const row of facts.query(sql)) {
        const key = profileKey(String(row.user));
        const partitions = (['follower', 'following'] as const).map((type) => ({
          pk: key.pk,
          prefix: sortPrefix(type),
        }));
        yield {
          type: 'profile',
          key: maskKey('profile', key),
          expected: `${row.followersFound} followers, ${row.followingFound} followed (edges)`,
          found: `${row.followers} followers, ${row.following} followed (counts)`,
          reads: { keys: [key], partitions },
        };
      }
    },
  },

  'socket-pairs': {
    title: 'An open socket is registered by member and by connection, with the same member and expiry',
    checked: 'SELECT count(*) FROM socket',
    *find(facts, { now }) {
      // Skips expired sockets, because DynamoDB deletes their two rows at different times.
      const sql = `
        SELECT row.* FROM socket AS row LEFT JOIN socket AS otherRow
        ON otherRow.connection = row.connection AND otherRow.side <> row.side
          AND otherRow.user = row.user AND otherRow.expiresAt = row.expiresAt
        WHERE row.expiresAt * 1000 > $now AND otherRow.side IS NULL`;

      for (const { user, connection, side } of facts.query(sql, { now })) {
        const keys = socketKeys(String(user), String(connection));
        const [storedKey, missingKey] = side === 'memberSocket' ? keys : keys.toReversed();
        yield {
          type: String(side),
          key: maskKey(undefined, storedKey!),
          expected: `also ${maskKey(undefined, missingKey!)}, with the same member and expiry`,
          found: 'one row',
          reads: { keys },
        };
      }
    },
  },
} as const satisfies Record<string, Invariant>;
