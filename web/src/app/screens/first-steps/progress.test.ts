import { describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../../test-support/fake-storage.ts';
import { VIEWER } from '../../../test-support/sample-data.ts';
import { planFirstSteps, saveFirstStepsProgress, wereFirstStepsShown } from './progress.ts';

const SHARED_AND_FOLLOWS = { ...VIEWER, contributedMB: 0.01, followingCount: 1 };

describe('planFirstSteps', () => {
  it.each([
    ['nothing is done', VIEWER, 'show'],
    ['only the file is missing', { ...SHARED_AND_FOLLOWS, bio: 'Hi', contributedMB: 0 }, 'show'],
    ['only people are missing', { ...SHARED_AND_FOLLOWS, bio: 'Hi', followingCount: 0 }, 'show'],
    ['only the introduction may be missing', SHARED_AND_FOLLOWS, 'ask'],
    ['all is done, with a bio', { ...SHARED_AND_FOLLOWS, bio: 'Hi' }, 'hide'],
    ['all is done, with a picture', { ...SHARED_AND_FOLLOWS, profilePicture: '/media/a.png' }, 'hide'],
  ])('plans the first steps if %s', (_, profile, plan) => {
    expect(planFirstSteps(profile, fakeStorage())).toBe(plan);
  });

  it('leaves room for the closing line if the steps were shown before', () => {
    const storage = fakeStorage();
    saveFirstStepsProgress(VIEWER.id, 'shown', storage);
    expect(wereFirstStepsShown(VIEWER.id, storage)).toBe(true);
    expect(planFirstSteps({ ...SHARED_AND_FOLLOWS, bio: 'Hi' }, storage)).toBe('ask');
  });

  it('plans no steps once they are over, for that member only', () => {
    const storage = fakeStorage();
    saveFirstStepsProgress(VIEWER.id, 'over', storage);
    expect(planFirstSteps(VIEWER, storage)).toBe('hide');
    expect(planFirstSteps({ ...VIEWER, id: 'other' }, storage)).toBe('show');
  });

  it('works without storage', () => {
    const storage = deniedStorage();
    expect(planFirstSteps(VIEWER, storage)).toBe('show');
    expect(wereFirstStepsShown(VIEWER.id, storage)).toBe(false);

    saveFirstStepsProgress(VIEWER.id, 'over', storage);
    expect(planFirstSteps(VIEWER, storage)).toBe('hide');
  });
});
