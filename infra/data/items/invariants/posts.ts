import { type ItemKey, itemKey, partitionIdOf, sortPrefix } from '../../../../lambdas/table/item-types.ts';
import { commentKey, postKey, profileKey } from '../../../../lambdas/table/keys.ts';
import type { Reads } from '../facts.ts';
import { maskKey } from '../masked-key.ts';
import type { Invariant } from './invariant.ts';

/** Returns the reads of a post with its comments. */
function buildPostReads(post: string): Reads {
  const key = postKey(post);
  return { keys: [key], partitions: [{ pk: key.pk, prefix: sortPrefix('comment') }] };
}

/** SQL of files and live posts. `item` is the partition key, which each like contains. */
const LIKEABLE = `
  SELECT 'file' AS type, item, likes, user, depth FROM file
  UNION ALL SELECT 'post', 'POST#' || post, likes, user, depth FROM post WHERE state = 'live'`;

const buildLikeableKey = (type: unknown, item: unknown): ItemKey =>
  itemKey(type === 'file' ? 'file' : 'post', partitionIdOf({ pk: String(item) }));

/** Describes a comment, given as `<ID> <digest>`, or as null if there is none. */
function describeComment(comment: unknown): string {
  if (comment === null) return 'no comment';
  const [id, digest] = String(comment).split(' ');
  return `comment ${id} (digest ${digest})`;
}

export const POST_INVARIANTS = {
  'like-counts': {
    // Likes of deleted files and posts stay until their members leave.
    title: 'The like count of a file or post is the number of its likes',
    checked: `SELECT count(*) FROM (${LIKEABLE})`,
    *find(facts) {
      const sql = `
        SELECT * FROM (
          SELECT type, item, likes, (SELECT count(*) FROM liked WHERE liked.item = content.item) AS counted
          FROM (${LIKEABLE}) AS content)
        WHERE likes <> counted`;

      for (const { type, item, likes, counted } of facts.query(sql)) {
        const key = buildLikeableKey(type, item);
        yield {
          type: String(type),
          key: maskKey(undefined, key),
          expected: `${counted} likes (items)`,
          found: `${likes} likes (count)`,
          reads: { keys: [key], likesOf: key.pk },
        };
      }
    },
  },

  likers: {
    title: 'The likers that a file or post contains like it',
    checked: 'SELECT count(*) FROM liker',
    *find(facts) {
      const sql = `
        SELECT DISTINCT type, item FROM (${LIKEABLE}) JOIN liker USING (item)
        WHERE NOT EXISTS (SELECT 1 FROM liked WHERE liked.item = liker.item AND liked.digest = liker.digest)`;

      for (const { type, item } of facts.query(sql)) {
        const key = buildLikeableKey(type, item);
        yield {
          type: String(type),
          key: maskKey(undefined, key),
          expected: 'only members who like it',
          found: 'a member who does not',
          reads: { keys: [key], likesOf: key.pk },
        };
      }
    },
  },

  'comment-counts': {
    title: 'The comment count of a post is the number of its comments',
    checked: "SELECT count(*) FROM post WHERE state = 'live'",
    *find(facts) {
      const sql = `
        SELECT * FROM (
          SELECT post, comments, (SELECT count(*) FROM comment WHERE comment.post = post.post) AS counted
          FROM post WHERE state = 'live')
        WHERE comments <> counted`;

      for (const { post, comments, counted } of facts.query(sql)) {
        const key = maskKey('post', postKey(String(post)));
        const expected = `${counted} comments (items)`;
        const found = `${comments} comments (count)`;
        yield { type: 'post', key, expected, found, reads: buildPostReads(String(post)) };
      }
    },
  },

  'newest-comment': {
    title: 'The newest comment that a post contains is its newest comment, word for word',
    checked: "SELECT count(*) FROM post WHERE state = 'live'",
    *find(facts) {
      const sql = `
        SELECT * FROM (
          SELECT post, newestComment,
            (SELECT comment || ' ' || digest FROM comment
              WHERE comment.post = post.post ORDER BY comment DESC LIMIT 1) AS actual
          FROM post WHERE state = 'live')
        WHERE newestComment IS NOT actual`;

      for (const { post, newestComment, actual } of facts.query(sql)) {
        const key = maskKey('post', postKey(String(post)));
        const expected = describeComment(actual);
        const found = describeComment(newestComment);
        yield { type: 'post', key, expected, found, reads: buildPostReads(String(post)) };
      }
    },
  },

  'comment-post': {
    title: 'A comment has its post, and a purged post has no comments',
    checked: 'SELECT count(*) FROM comment',
    *find(facts) {
      const sql = `
        SELECT comment.post, comment.comment, post.state FROM comment LEFT JOIN post ON post.post = comment.post
        WHERE post.state IS NULL OR post.state = 'purged'`;

      for (const { post, comment, state } of facts.query(sql)) {
        const key = commentKey(String(post), String(comment));
        const reads = { keys: [key, postKey(String(post))] };
        const found = state === null ? 'no post' : 'the tombstone of a post';
        yield { type: 'comment', key: maskKey('comment', key), expected: 'a post', found, reads };
      }
    },
  },

  'content-depth': {
    title: "A file or post is at most as high as its author's greatest depth",
    checked: `SELECT count(*) FROM (${LIKEABLE})`,
    *find(facts) {
      const sql = `
        SELECT type, item, content.user, content.depth, peak FROM (${LIKEABLE}) AS content
        JOIN member ON member.user = content.user AND member.state = 'live' WHERE content.depth > peak`;

      for (const { type, item, user, depth, peak } of facts.query(sql)) {
        const key = buildLikeableKey(type, item);
        const reads = { keys: [key, profileKey(String(user))] };
        const expected = `depth up to ${peak}`;
        const found = `depth ${depth}`;
        yield { type: String(type), key: maskKey(undefined, key), expected, found, reads };
      }
    },
  },
} as const satisfies Record<string, Invariant>;
