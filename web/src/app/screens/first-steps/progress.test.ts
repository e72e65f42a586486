/** Tests of which first steps a new member sees, and when they are over. */
import { describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../../test-support/fake-storage.ts';
import { VIEWER } from '../../../test-support/sample-data.ts';
import { planFirstSteps, saveFirstStepsProgress, wereFirstStepsShown } from './progress.ts';

/** A member who has shared a file and follows someone, but has no bio and no picture. A post may introduce them. */
const SHARED_AND_FOLLOWS = { ...VIEWER, contributedMB: 0.01, followingCount: 1 };

describe('planFirstSteps', () => {
  it.each([
    ['show', 'nothing is done', VIEWER],
    ['show', 'only the file is missing', { ...SHARED_AND_FOLLOWS, bio: 'Hi', contributedMB: 0 }],
    ['show', 'only people are missing', { ...SHARED_AND_FOLLOWS, bio: 'Hi', followingCount: 0 }],
    ['undecided', 'a request must find out whether a post is the introduction', SHARED_AND_FOLLOWS],
    ['hide', 'all is done, with a bio', { ...SHARED_AND_FOLLOWS, bio: 'Hi' }],
    ['hide', 'all is done, with a picture', { ...SHARED_AND_FOLLOWS, profilePicture: '/media/a.png' }],
  ])('returns "%s" if %s', (plan, _, profile) => {
    expect(planFirstSteps(profile, fakeStorage())).toBe(plan);
  });

  it('leaves room for the closing line if the steps were shown before', () => {
    const storage = fakeStorage();
    saveFirstStepsProgress(VIEWER.id, 'shown', storage);
    expect(wereFirstStepsShown(VIEWER.id, storage)).toBe(true);
    expect(planFirstSteps({ ...SHARED_AND_FOLLOWS, bio: 'Hi' }, storage)).toBe('undecided');
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
