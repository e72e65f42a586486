/** Tests of each migration: which items it changes, and how. See docs/runbooks.md#data-model-migration. */
import { describe, expect, it } from 'vitest';
import { fileKey, postKey, profileKey } from '../../../lambdas/table/keys.ts';
import { planUpdate } from './migration.ts';
import { MIGRATIONS } from './migrations.ts';

describe('the list of migrations', () => {
  it('numbers the migrations from 1, without a gap', () => {
    expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });
});

describe('the migration that sorts members by name without accents', () => {
  const migration = MIGRATIONS.find(({ title }) => title === 'sort members by name without accents')!;

  it('replaces the order of a name with an accent, and changes nothing else', () => {
    const profile = { ...profileKey('emile'), username: 'Émile', textOrder: 'émile', bio: 'Café' };

    expect(planUpdate(migration, profile)?.after).toEqual({ ...profile, textOrder: 'emile' });
  });

  it('keeps a name without accents', () => {
    const profile = { ...profileKey('emil'), username: 'Emil', textOrder: 'emil' };

    expect(planUpdate(migration, profile)).toBeUndefined();
  });

  it('keeps the tombstone of a deleted account, whose order is the time of its deletion', () => {
    const tombstone = { ...profileKey('gone'), userId: 'gone', textOrder: '2026-11-21T12:00:00.900Z' };

    expect(planUpdate(migration, tombstone)).toBeUndefined();
  });
});

describe('the migration to the search of the beginnings of words', () => {
  const migration = MIGRATIONS.find(({ number }) => number === 3)!;

  it.each([
    [
      'a file',
      { ...fileKey('files/ada/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a.png'), fileName: 'Reef.png', description: 'Corals' },
      'reef.png\n re/ef pn/g co/ra/ls',
    ],
    ['a member', { ...profileKey('ada'), username: 'Ada', bio: 'Likes reefs' }, ' ad/a li/ke/s re/ef/s'],
    ['a post', { ...postKey('01KAHQ3V7V8Z5T0F4M2S6R9XYZ'), content: 'Ahoy #reef' }, ' ah/oy re/ef'],
  ])('writes the search text of %s once', (_, item, searchText) => {
    const migratedItem = planUpdate(migration, { ...item, searchText: 'outdated' })?.after;

    expect(migratedItem).toEqual({ ...item, searchText });
    expect(planUpdate(migration, migratedItem!)).toBeUndefined();
  });

  it.each([
    ['a deleted account', { ...profileKey('gone'), userId: 'gone' }],
    ['a hidden post', { ...postKey('01KAHQ3V7V8Z5T0F4M2S6R9XYZ'), deletedAt: '2026-11-21T12:00:00.900Z' }],
  ])('adds no search text to the tombstone of %s', (_, tombstone) => {
    expect(planUpdate(migration, tombstone)).toBeUndefined();
  });
});
