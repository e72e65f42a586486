import { describe, expect, it } from 'vitest';
import { describeRefusal, describeRemaining, formatWait, isScarce } from './limit-sentences.ts';

describe('describeRefusal', () => {
  it('names the limit, the standing, and when to try again', () => {
    expect(describeRefusal({ limit: 'posts', standing: 'new', allowed: 20, retryAfterSeconds: 3 * 3600 })).toBe(
      "You've shared 20 posts today, which is the limit for new members. You can post again in 3 hours.",
    );
    expect(describeRefusal({ limit: 'messages', standing: 'settled', allowed: 180, retryAfterSeconds: 12 })).toBe(
      "You've sent 180 messages this minute, which is the limit. You can send more in 12 seconds.",
    );
  });

  it('states sizes in megabytes', () => {
    const allowed = 5_242_880_000;
    expect(describeRefusal({ limit: 'uploadBytes', standing: 'new', allowed, retryAfterSeconds: 60 })).toBe(
      "This upload would take today's uploads over 5,000 MB, which is the limit for new members. You can upload it in a minute.",
    );
  });

  it('proposes to delete files or posts, and to wait only if a settled member could store the upload', () => {
    const refusal = { limit: 'storedBytes', allowed: 1_048_576_000 } as const;
    expect(describeRefusal({ ...refusal, standing: 'settled', retryAfterSeconds: undefined })).toBe(
      'This upload would take your stored files and pictures over 1,000 MB, which is the limit. Delete files or posts with pictures to make room.',
    );
    expect(describeRefusal({ ...refusal, standing: 'new', retryAfterSeconds: 86_401 })).toMatch(
      /Delete files or posts with pictures to make room, or try again in 2 days\.$/,
    );
  });
});

describe('isScarce', () => {
  it.each([
    ['posts', 100, 20, true],
    ['posts', 100, 21, false],
    ['conversations', 20, 5, true],
    ['conversations', 20, 6, false],
    ['storedBytes', 100, 21, false],
    ['storedBytes', 100, 20, true],
    ['storedBytes', 20, 5, false],
  ] as const)('returns whether %s are scarce with %i allowed and %i left: %s', (limit, allowed, remaining, scarce) => {
    expect(isScarce({ limit, allowed, remaining })).toBe(scarce);
  });
});

describe('describeRemaining', () => {
  const now = Date.UTC(2026, 10, 22, 21);
  const resetsAt = '2026-11-23T00:00:00.000Z';

  it('states the remaining amount', () => {
    const posts = { limit: 'posts', allowed: 20, remaining: 3, resetsAt } as const;
    expect(describeRemaining(posts, 'new', now)).toBe('Posts: 3 of 20 left today.');

    const bytes = { limit: 'storedBytes', allowed: 20_971_520_000, remaining: 1_048_576, resetsAt: null } as const;
    expect(describeRemaining(bytes, 'new', now)).toBe(
      'Size of all stored files and pictures of posts: 1 MB of 20,000 MB left.',
    );
  });

  it('states when to continue if nothing remains', () => {
    expect(describeRemaining({ limit: 'posts', allowed: 20, remaining: 0, resetsAt }, 'new', now)).toBe(
      "You've shared 20 posts today, which is the limit for new members. You can post again in 3 hours.",
    );
  });
});

describe('formatWait', () => {
  it.each([
    [0, 'a second'],
    [1, 'a second'],
    [59, '59 seconds'],
    [60, 'a minute'],
    [61, '2 minutes'],
    [3540, '59 minutes'],
    [3541, 'an hour'],
    [3600, 'an hour'],
    [3601, '2 hours'],
    [86_399, 'a day'],
    [86_401, '2 days'],
  ])('formats %i seconds as "%s", rounded up', (seconds, text) => {
    expect(formatWait(seconds)).toBe(text);
  });
});
