import { describe, expect, it } from 'vitest';
import { describeFacts } from './media-facts.ts';

describe('describeFacts', () => {
  it('returns only the size of a file that has not been processed', () => {
    expect(describeFacts({ size: 12 })).toBe('12 B');
  });

  it.each([
    ['a picture', { width: 4032, height: 3024 }, '12 B · 4032 × 3024'],
    ['a video', { width: 640, height: 360, duration: 6.04 }, '12 B · 640 × 360 · 0:06'],
    ['a sound', { duration: 3670, title: 'Surf' }, '12 B · 1:01:10'],
    ['a sound shorter than a second', { duration: 0.4 }, '12 B · 0:00'],
    ['a document', { pages: 3 }, '12 B · 3 pages'],
    ['a document of one page', { pages: 1 }, '12 B · 1 page'],
    ['a picture with an unknown height', { width: 640 }, '12 B'],
  ])('describes %s', (_, media, facts) => {
    expect(describeFacts({ size: 12, media })).toBe(facts);
  });
});
