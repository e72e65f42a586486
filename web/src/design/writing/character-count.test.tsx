/** Tests of the character count of a text field, which screen readers announce only now and then. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CharacterCount, selectAnnouncedCount } from './character-count.tsx';

/** Returns the text for screen readers at this length, with a limit of 500. */
function readAnnouncement(length: number): string | undefined {
  const markup = renderToStaticMarkup(<CharacterCount id="count" length={length} limit={500} />);
  return /<span role="status"[^>]*>(.*)<\/span>/.exec(markup)?.[1];
}

// Screen readers announce the count from 100 characters before the limit.
it.each([
  [399, ''],
  [400, '100 characters left'],
  [499, '1 character left'],
  [500, '0 characters left'],
  [501, '1 character too many'],
  [515, '15 characters too many'],
])('CharacterCount announces at %i of 500 characters: "%s"', (length, text) =>
  expect(readAnnouncement(length)).toBe(text),
);

/** Returns the counts that are announced, in order, while these numbers of characters are left. */
function listAnnouncements(remainingCounts: readonly number[]): number[] {
  const [firstCount = 0, ...laterCounts] = remainingCounts;
  const announcements = [firstCount];

  for (const count of laterCounts) {
    const lastAnnouncement = announcements.at(-1) ?? firstCount;
    const announcement = selectAnnouncedCount(lastAnnouncement, count);
    if (announcement !== lastAnnouncement) announcements.push(announcement);
  }

  return announcements;
}

/** Builds all whole numbers from the higher one down to the lower one. */
const buildCountdown = (start: number, end: number) =>
  Array.from({ length: start - end + 1 }, (_, index) => start - index);

describe('selectAnnouncedCount', () => {
  it('announces every 20th character, the limit, and the excess while typing', () => {
    expect(listAnnouncements(buildCountdown(60, -41))).toEqual([60, 40, 20, 0, -1, -21, -41]);
  });

  it('announces the limit and every 20th character while deleting', () => {
    expect(listAnnouncements(buildCountdown(30, -3).reverse())).toEqual([-3, 0, 1, 21]);
  });

  it('announces the actual count after a jump, e.g. when pasting', () => {
    expect(listAnnouncements([90, -15, -14])).toEqual([90, -15]);
  });
});
