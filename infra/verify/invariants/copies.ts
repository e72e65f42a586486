import { itemKey, partitionIdOf, sortPrefix } from '../../../lambdas/table/item-types.ts';
import { profileKey } from '../../../lambdas/table/keys.ts';
import { maskKey } from '../masked-key.ts';
import type { Invariant } from './invariant.ts';

const fileItemKey = (item: unknown) => itemKey('file', partitionIdOf({ pk: String(item) }));

/** What a file earns, and how much a member stores: see lambdas/table/file-credit.ts. */
export const COPY_INVARIANTS = {
  'held-copies': {
    title: 'A member has a copy item for each of their files with a checksum, and no other',
    checked: 'SELECT count(*) FROM copy',
    *find(facts) {
      const wrong = `
        WITH compared AS (
          SELECT user, checksum, item, 0 AS missing FROM copy
          WHERE NOT EXISTS (SELECT 1 FROM file
            WHERE file.item = copy.item AND file.user = copy.user AND file.checksum = copy.checksum)
          UNION ALL
          SELECT user, checksum, item, 1 FROM file WHERE checksum IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM copy
              WHERE copy.item = file.item AND copy.user = file.user AND copy.checksum = file.checksum))
        SELECT compared.* FROM compared JOIN member ON member.user = compared.user AND member.state = 'live'`;
      for (const { user, checksum, item, missing } of facts.query(wrong)) {
        const file = fileItemKey(item);
        const copy = itemKey('heldCopy', String(user), `${checksum}#${partitionIdOf(file)}`);
        const reads = { keys: [copy, file, profileKey(String(user))] };
        if (missing) {
          const expected = 'a copy item with its checksum';
          yield { type: 'file', key: maskKey('file', file), expected, found: 'no such item', reads };
        } else {
          const expected = 'a file with this checksum';
          yield { type: 'heldCopy', key: maskKey('heldCopy', copy), expected, found: 'no such file', reads };
        }
      }
    },
  },

  'one-credit': {
    title: "A file is credited in full or not at all, and of a member's files with the same bytes at most one is",
    checked: 'SELECT count(*) FROM file',
    *find(facts) {
      const wrong = `
        SELECT user, count(*) AS credits, group_concat(item) AS items FROM file
        WHERE credited > 0 AND checksum IS NOT NULL GROUP BY user, checksum HAVING credits > 1
        UNION ALL SELECT user, 1, item FROM file WHERE credited NOT IN (0, size)`;
      for (const { user, credits, items } of facts.query(wrong)) {
        const keys = String(items).split(',').map(fileItemKey);
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
    title: 'The stored bytes of a member are the sum of their files, also of copies without a credit',
    checked: "SELECT count(*) FROM member WHERE state = 'live'",
    *find(facts) {
      // A copy item without its file has its own violation, or its file was uploaded after the first read.
      const wrong = `
        SELECT member.user, member.stored, total(file.size) AS size, group_concat(file.item) AS items FROM member
        LEFT JOIN file ON file.user = member.user
        WHERE member.state = 'live' AND NOT EXISTS (SELECT 1 FROM copy WHERE copy.user = member.user
          AND NOT EXISTS (SELECT 1 FROM file WHERE file.item = copy.item))
        GROUP BY member.user, member.stored HAVING member.stored <> total(file.size)`;
      for (const { user, stored, size, items } of facts.query(wrong)) {
        const key = profileKey(String(user));
        const files = items === null ? [] : String(items).split(',').map(fileItemKey);
        yield {
          type: 'profile',
          key: maskKey('profile', key),
          expected: `${size} bytes in files`,
          found: `${stored} bytes`,
          reads: { keys: [key, ...files], partitions: [{ pk: key.pk, prefix: sortPrefix('heldCopy') }] },
        };
      }
    },
  },
} as const satisfies Record<string, Invariant>;
