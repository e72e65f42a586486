/** Tests of which files are still being processed, and of adding their processed data to a list. */
import { describe, expect, it } from 'vitest';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { HOUR_MS } from '../../../../../shared/rules/durations.ts';
import { NILS, sampleFile } from '../../../test-support/sample-data.ts';
import { isUnfinished, withProcessed } from './unfinished-files.ts';

/** A second before the picture is two minutes old, in milliseconds since 1970. */
const NOW = Date.parse('2026-01-05T10:01:59.000Z');
const picture = sampleFile({ contentType: 'image/png', lastModified: '2026-01-05T10:00:00.000Z' });
const video = { ...picture, contentType: 'video/mp4' };

describe('isUnfinished', () => {
  // Pictures, videos, sounds, and PDFs are processed. The page gives up after two minutes.
  it.each<[result: boolean, description: string, file: ListedFile, now: number]>([
    [true, 'a file that is being scanned', { ...picture, scanning: true, userId: 'other' }, NOW + HOUR_MS],
    [true, "the viewer's new picture without a thumbnail", picture, NOW],
    [true, 'a picture with dimensions, but without a thumbnail', { ...picture, media: { width: 4 } }, NOW],
    [false, 'a picture with a thumbnail', { ...picture, media: { thumbnail: '/320.webp' } }, NOW],
    [false, 'a picture that is two minutes old', picture, NOW + 1000],
    [false, "another member's picture", { ...picture, userId: 'other' }, NOW],
    [true, "the viewer's new video without a thumbnail", { ...video, media: { duration: 4 } }, NOW],
    [false, 'a video with a thumbnail', { ...video, media: { duration: 4, thumbnail: '/320.webp' } }, NOW],
    [false, 'a video without a thumbnail after two minutes', { ...video, media: { duration: 4 } }, NOW + 1000],
    [true, "the viewer's new sound", { ...picture, contentType: 'audio/mpeg' }, NOW],
    [false, 'a sound that was processed, but has no title', { ...picture, contentType: 'audio/mpeg', media: {} }, NOW],
    [true, "the viewer's new PDF", { ...picture, contentType: 'application/pdf' }, NOW],
    [false, 'a PDF with pages', { ...picture, contentType: 'application/pdf', media: { pages: 2 } }, NOW],
    [false, "another member's video", { ...video, userId: 'other' }, NOW],
    [false, 'a new archive', { ...picture, contentType: 'application/zip' }, NOW],
    [false, 'a new text file', { ...picture, contentType: 'text/plain' }, NOW],
  ])('returns %s for %s', (result, _, file, now) => {
    expect(isUnfinished(file, NILS.id, now)).toBe(result);
  });
});

describe('withProcessed', () => {
  it('copies the fields that processing changes, but keeps the likes of the listed file', () => {
    const listedFile = { ...picture, scanning: true as const, url: '', likedByViewer: true, likeCount: 1 };
    const processedFile = {
      ...picture,
      size: 9,
      creditedBytes: 9,
      media: { width: 4 },
      url: 'https://files.example/a',
    };

    expect(withProcessed(listedFile, processedFile)).toEqual({ ...processedFile, likedByViewer: true, likeCount: 1 });
    expect(withProcessed(listedFile, { ...processedFile, scanning: true }).scanning).toBe(true);
  });
});
