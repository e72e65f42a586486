import { itemKey, partitionIdOf, sortPrefix } from '../../../../lambdas/table/item-types.ts';
import { ownerPartition, postKey, profileKey } from '../../../../lambdas/table/keys.ts';
import { maskKey } from '../masked-key.ts';
import type { Invariant } from './invariant.ts';

/** Returns the values in a result of `group_concat`, which is null without rows. */
const splitValues = (values: unknown) => (values === null ? [] : String(values).split(','));

const buildFileKey = (item: unknown) => itemKey('file', partitionIdOf({ pk: String(item) }));

/** SQL of the checksums of files. A file whose bytes were replaced has two: of its bytes, and of the uploaded bytes. */
const CONTENT = `
  content AS (
    SELECT item, user, checksum, creditedBytes FROM file WHERE checksum IS NOT NULL
    UNION ALL
    SELECT item, user, originalChecksum, creditedBytes FROM file
    WHERE originalChecksum IS NOT NULL AND originalChecksum IS NOT checksum)`;

/**
 * The invariants of credited files and stored bytes. See lambdas/table/file-credit.ts.
 *
 * A copy item leads from a checksum to a file of the member, so that another file with the same bytes earns nothing.
 */
export const COPY_INVARIANTS = {
  'held-copies': {
    title:
      'A member has a copy item for each of their files with a checksum, and for the checksum before its bytes were replaced, and no other',
    checked: 'SELECT count(*) FROM copy',
    *find(facts) {
      const sql = `
        WITH ${CONTENT}, compared AS (
          SELECT user, checksum, item, 0 AS missing FROM copy
          WHERE NOT EXISTS (
            SELECT 1 FROM file
            WHERE file.item = copy.item AND file.user = copy.user
              AND copy.checksum IN (file.checksum, file.originalChecksum))
          UNION ALL
          SELECT user, checksum, item, 1 FROM content
          WHERE NOT EXISTS (
            SELECT 1 FROM copy
            WHERE copy.item = content.item AND copy.user = content.user AND copy.checksum = content.checksum))
        SELECT compared.* FROM compared JOIN member ON member.user = compared.user AND member.state = 'live'`;

      for (const { user, checksum, item, missing } of facts.query(sql)) {
        const fileKey = buildFileKey(item);
        const copyKey = itemKey('heldCopy', String(user), `${checksum}#${partitionIdOf(fileKey)}`);
        const reads = { keys: [copyKey, fileKey, profileKey(String(user))] };

        if (missing) {
          const expected = 'a copy item with its checksum';
          yield { type: 'file', key: maskKey('file', fileKey), expected, found: 'no such item', reads };
        } else {
          const expected = 'a file with this checksum';
          yield { type: 'heldCopy', key: maskKey('heldCopy', copyKey), expected, found: 'no such file', reads };
        }
      }
    },
  },

  'one-credit': {
    title: "A file is credited in full or not at all, and of a member's files with the same bytes at most one is",
    checked: 'SELECT count(*) FROM file',
    *find(facts) {
      const sql = `
        WITH ${CONTENT}
        SELECT user, count(*) AS credits, group_concat(item) AS items FROM content
        WHERE creditedBytes > 0 GROUP BY user, checksum HAVING credits > 1
        UNION ALL SELECT user, 1, item FROM file WHERE creditedBytes NOT IN (0, size)`;

      for (const { user, credits, items } of facts.query(sql)) {
        const keys = String(items).split(',').map(buildFileKey);
        yield {
          type: 'file',
          key: maskKey('file', keys[0]!),
          expected: 'at most one credit, in full',
          found: credits === 1 ? 'a credit in part' : `${credits} credits`,
          reads: { keys: [...keys, profileKey(String(user))] },
        };
      }
    },
  },

  'stored-bytes': {
    title:
      'The stored bytes of a member are the sum of their files, also of copies without a credit, and pictures of posts',
    checked: "SELECT count(*) FROM member WHERE state = 'live'",
    *find(facts) {
      // Skips members with a copy item whose file is missing: `held-copies` reports it, or the file was uploaded after
      // the first read. The subquery is not correlated with the member. Otherwise, it would scan the copies per member.
      const sql = `
        SELECT * FROM (
          SELECT user, storedBytes,
            (SELECT total(size) FROM file WHERE file.user = member.user) AS files,
            (SELECT group_concat(item) FROM file WHERE file.user = member.user) AS fileItems,
            (SELECT total(storedBytes) FROM post WHERE post.user = member.user AND storedBytes > 0) AS pictures,
            (SELECT group_concat(post) FROM post WHERE post.user = member.user AND storedBytes > 0) AS posts
          FROM member WHERE state = 'live')
        WHERE storedBytes <> files + pictures AND user NOT IN (
          SELECT user FROM copy WHERE NOT EXISTS (SELECT 1 FROM file WHERE file.item = copy.item))`;

      for (const { user, storedBytes, files, fileItems, pictures, posts } of facts.query(sql)) {
        const key = profileKey(String(user));
        const keys = [key, ...splitValues(fileItems).map(buildFileKey), ...splitValues(posts).map(postKey)];
        yield {
          type: 'profile',
          key: maskKey('profile', key),
          expected: `${files} bytes in files, ${pictures} in pictures of posts`,
          found: `${storedBytes} bytes`,
          // The partitions also contain files and posts that were added after the first read.
          reads: {
            keys,
            partitions: [{ pk: key.pk, prefix: sortPrefix('heldCopy') }],
            ownerPartitions: [ownerPartition('POST', String(user))],
          },
        };
      }
    },
  },
} as const satisfies Record<string, Invariant>;
