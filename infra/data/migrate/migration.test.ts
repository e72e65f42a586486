/**
 * Tests of the rules for a migration, which converts items to a new shape. It can run twice on an item, so its own
 * result must need no further change.
 */
import { describe, expect, it } from 'vitest';
import { profileKey } from '../../../lambdas/table/keys.ts';
import { type Migration, planUpdate } from './migration.ts';

/** A migration that renames `bio` to `about`. */
const RENAME: Migration = {
  number: 1,
  title: 'rename bio to about',
  types: ['profile'],
  reads: ['bio', 'about'],
  convert: ({ bio }) => (bio === undefined ? undefined : { set: { about: bio }, remove: ['bio'] }),
};

const profile = { ...profileKey('ada'), bio: 'b' };

describe('planUpdate', () => {
  const planForProfile = (convert: Migration['convert']) => planUpdate({ ...RENAME, convert }, profile);

  it('passes only the declared attributes to the migration', () => {
    let receivedItem: object | undefined;
    planUpdate(
      {
        ...RENAME,
        convert: (item) => {
          receivedItem = item;
          return undefined;
        },
      },
      { ...profile, email: 'ada@fathom.example' },
    );

    expect(receivedItem).toEqual(profile);
  });

  it('rejects a migration that changes a key', () => {
    expect(() => planForProfile(() => ({ set: { pk: 'x' } }))).toThrow('changes a key');
  });

  it('rejects a migration that changes nothing', () => {
    expect(() => planForProfile(() => ({}))).toThrow('empty change');
  });

  it('rejects a migration that would convert its own result', () => {
    expect(() => planForProfile(({ bio }) => ({ set: { bio: `${bio}!` } }))).toThrow('its own result');
  });

  it('rejects a migration that returns another change when it is called again', () => {
    let calls = 0;
    expect(() => planForProfile(() => ({ set: { about: calls++ } }))).toThrow('not a pure function');
  });
});
