import { describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../../test-support/fake-storage.ts';
import { VIEWER } from '../../../test-support/sample-data.ts';
import { planFirstSteps, saveProgress, wereStepsShown } from './progress.ts';

const SHARED_AND_FOLLOWS = { ...VIEWER, contributedMB: 0.01, followingCount: 1 };

describe('planFirstSteps', () => {
  it.each([
    ['nothing is done', VIEWER, 'reserved'],
    ['only the file is missing', { ...SHARED_AND_FOLLOWS, bio: 'Hi', contributedMB: 0 }, 'reserved'],
    ['only people are missing', { ...SHARED_AND_FOLLOWS, bio: 'Hi', followingCount: 0 }, 'reserved'],
    ['only the introduction may be missing', SHARED_AND_FOLLOWS, 'possible'],
    ['all is done, with a bio', { ...SHARED_AND_FOLLOWS, bio: 'Hi' }, 'none'],
    ['all is done, with a picture', { ...SHARED_AND_FOLLOWS, profilePicture: '/media/a.png' }, 'none'],
  ])('plans the first steps if %s', (_, profile, plan) => {
    expect(planFirstSteps(profile, fakeStorage())).toBe(plan);
  });

  it('leaves room for the closing line if the steps were shown before', () => {
    const storage = fakeStorage();
    saveProgress(VIEWER.id, 'shown', storage);
    expect(wereStepsShown(VIEWER.id, storage)).toBe(true);
    expect(planFirstSteps({ ...SHARED_AND_FOLLOWS, bio: 'Hi' }, storage)).toBe('possible');
  });

  it('plans no steps once they are over, for that member only', () => {
    const storage = fakeStorage();
    saveProgress(VIEWER.id, 'over', storage);
    expect(planFirstSteps(VIEWER, storage)).toBe('none');
    expect(planFirstSteps({ ...VIEWER, id: 'other' }, storage)).toBe('reserved');
  });

  it('works without storage', () => {
    const storage = deniedStorage();
    expect(planFirstSteps(VIEWER, storage)).toBe('reserved');
    expect(wereStepsShown(VIEWER.id, storage)).toBe(false);

    saveProgress(VIEWER.id, 'over', storage);
    expect(planFirstSteps(VIEWER, storage)).toBe('none');
  });
});
