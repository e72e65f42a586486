import { describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../../test-support/fake-storage.ts';
import { VIEWER } from '../../../test-support/sample-data.ts';
import { planFirstSteps, saveProgress, wereStepsShown } from './progress.ts';

const sharedAndFollows = { ...VIEWER, contributedMB: 0.01, followingCount: 1 };

describe('planFirstSteps', () => {
  it.each([
    ['nothing is done', VIEWER, 'reserved'],
    ['only the file is missing', { ...sharedAndFollows, bio: 'Hi', contributedMB: 0 }, 'reserved'],
    ['only people are missing', { ...sharedAndFollows, bio: 'Hi', followingCount: 0 }, 'reserved'],
    ['only the introduction may be missing', sharedAndFollows, 'possible'],
    ['all is done, with a bio', { ...sharedAndFollows, bio: 'Hi' }, 'none'],
    ['all is done, with a picture', { ...sharedAndFollows, profilePicture: '/media/a.png' }, 'none'],
  ])('if %s', (_, profile, plan) => {
    expect(planFirstSteps(profile, fakeStorage())).toBe(plan);
  });

  it('leaves room for the closing line if the steps have shown before', () => {
    const storage = fakeStorage();
    saveProgress(VIEWER.id, 'shown', storage);
    expect(wereStepsShown(VIEWER.id, storage)).toBe(true);
    expect(planFirstSteps({ ...sharedAndFollows, bio: 'Hi' }, storage)).toBe('possible');
  });

  it('shows nothing once the steps are over, per member', () => {
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
