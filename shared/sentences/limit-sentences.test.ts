import { describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../rules/durations.ts';
import {
  describeRefusal,
  describeRemaining,
  describeShortage,
  exceedsRemaining,
  formatWait,
  isScarce,
} from './limit-sentences.ts';

const HOUR_SECONDS = 3600;
const MB_BYTES = 1_048_576;

describe('describeRefusal', () => {
  it('names the limit for new members, and when to try again', () => {
    const refusal = { limit: 'posts', standing: 'new', allowed: 20, retryAfterSeconds: 3 * HOUR_SECONDS } as const;

    expect(describeRefusal(refusal)).toBe(
      "You've shared 20 posts today, which is the limit for new members. You can post again in 3 hours.",
    );
  });

  it("doesn't mention the standing of a settled member", () => {
    const refusal = { limit: 'messages', standing: 'settled', allowed: 180, retryAfterSeconds: 12 } as const;

    expect(describeRefusal(refusal)).toBe(
      "You've sent 180 messages this minute, which is the limit. You can send more in 12 seconds.",
    );
  });

  it('states sizes in megabytes', () => {
    const allowed = 5000 * MB_BYTES;

    expect(describeRefusal({ limit: 'uploadBytes', standing: 'new', allowed, retryAfterSeconds: 60 })).toBe(
      "This upload would take today's uploads over 5,000 MB, which is the limit for new members. You can upload it in a minute.",
    );
  });

  it('proposes to delete files or posts, and to wait only if a settled member could store the upload', () => {
    const refusal = { limit: 'storedBytes', allowed: 1000 * MB_BYTES } as const;

    expect(describeRefusal({ ...refusal, standing: 'settled', retryAfterSeconds: undefined })).toBe(
      'This upload would take your stored files and pictures over 1,000 MB, which is the limit. Delete files or posts with pictures to make room.',
    );
    expect(describeRefusal({ ...refusal, standing: 'new', retryAfterSeconds: DAY_SECONDS + 1 })).toMatch(
      /Delete files or posts with pictures to make room, or try again in 2 days\.$/,
    );
  });
});

describe('isScarce', () => {
  it.each<[limit: 'posts' | 'storedBytes' | 'conversations', allowed: number, remaining: number, scarce: boolean]>([
    // A fifth of the limit.
    ['posts', 100, 20, true],
    ['posts', 100, 21, false],
    ['storedBytes', 100, 20, true],
    ['storedBytes', 100, 21, false],
    // Five actions, which is more than a fifth. Five bytes are not actions.
    ['conversations', 20, 5, true],
    ['conversations', 20, 6, false],
    ['storedBytes', 20, 5, false],
  ])('returns whether %s are scarce with %i allowed and %i left: %s', (limit, allowed, remaining, scarce) => {
    expect(isScarce({ limit, allowed, remaining })).toBe(scarce);
  });
});

describe('describeRemaining', () => {
  /** Three hours before the reset. */
  const now = Date.UTC(2026, 10, 22, 21);
  const resetsAt = '2026-11-23T00:00:00.000Z';

  it('states the remaining amount', () => {
    const posts = { limit: 'posts', allowed: 20, remaining: 3, resetsAt } as const;
    expect(describeRemaining(posts, 'new', now)).toBe('Posts: 3 of 20 left today.');

    const bytes = { limit: 'storedBytes', allowed: 20_000 * MB_BYTES, remaining: MB_BYTES, resetsAt: null } as const;
    expect(describeRemaining(bytes, 'new', now)).toBe(
      'Size of all stored files and pictures of posts: 1 MB of 20,000 MB left.',
    );
  });

  it('states when to continue if nothing remains', () => {
    const posts = { limit: 'posts', allowed: 20, remaining: 0, resetsAt } as const;

    expect(describeRemaining(posts, 'new', now)).toBe(
      "You've shared 20 posts today, which is the limit for new members. You can post again in 3 hours.",
    );
  });
});

describe('exceedsRemaining', () => {
  const uploads = { limit: 'uploads', remaining: 50 } as const;
  const bytes = { limit: 'uploadBytes', remaining: 500 * MB_BYTES } as const;

  it.each([
    { fileCount: 50, megabytes: 500, exceedsUploads: false, exceedsBytes: false },
    { fileCount: 51, megabytes: 500, exceedsUploads: true, exceedsBytes: false },
    { fileCount: 50, megabytes: 501, exceedsUploads: false, exceedsBytes: true },
  ])('compares $fileCount files with 50 remaining uploads, and their $megabytes MB with 500 MB', (example) => {
    const { fileCount, megabytes, exceedsUploads, exceedsBytes } = example;
    const plan = { fileCount, uses: { uploads: fileCount, uploadBytes: megabytes * MB_BYTES } };

    expect(exceedsRemaining(uploads, plan)).toBe(exceedsUploads);
    expect(exceedsRemaining(bytes, plan)).toBe(exceedsBytes);
  });

  it('ignores limits that the uploads do not use', () => {
    const plan = { fileCount: 1, uses: { uploads: 1 } };

    expect(exceedsRemaining({ limit: 'comments', remaining: 0 }, plan)).toBe(false);
  });
});

describe('describeShortage', () => {
  it('states what several files need, with bytes rounded up to whole megabytes', () => {
    const plan = { fileCount: 100, uses: { uploads: 104, uploadBytes: 6200 * MB_BYTES + 1 } };

    expect(describeShortage('uploads', plan)).toBe('Your files need 104, so some may be refused.');
    expect(describeShortage('uploadBytes', plan)).toBe('Your files need 6,201 MB, so some may be refused.');
  });

  it('says that a single file may be refused', () => {
    const plan = { fileCount: 1, uses: { uploadBytes: 900 * MB_BYTES } };

    expect(describeShortage('uploadBytes', plan)).toBe('Your file needs 900 MB, so it may be refused.');
  });
});

describe('formatWait', () => {
  it.each<[seconds: number, text: string]>([
    [0, 'a second'],
    [1, 'a second'],
    [59, '59 seconds'],
    [60, 'a minute'],
    [61, '2 minutes'],
    [59 * 60, '59 minutes'],
    [59 * 60 + 1, 'an hour'],
    [HOUR_SECONDS, 'an hour'],
    [HOUR_SECONDS + 1, '2 hours'],
    [DAY_SECONDS - 1, 'a day'],
    [DAY_SECONDS + 1, '2 days'],
  ])('formats %i seconds as "%s", rounded up', (seconds, text) => {
    expect(formatWait(seconds)).toBe(text);
  });
});
