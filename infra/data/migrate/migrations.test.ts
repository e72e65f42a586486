import { describe, expect, it } from 'vitest';
import { profileKey } from '../../../lambdas/table/keys.ts';
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
