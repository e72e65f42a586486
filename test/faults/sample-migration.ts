import type { Migration } from '../../infra/data/migrate/migration.ts';

/**
 * A migration for rehearsals: renames a file's `views` to `opened`. The functions that expect both shapes are in
 * migration.test.ts.
 */
export const SAMPLE: Migration = {
  number: 1,
  title: 'rename views to opened',
  types: ['file'],
  reads: ['views', 'opened'],
  convert: ({ views }) => (views === undefined ? undefined : { set: { opened: views }, remove: ['views'] }),
};
