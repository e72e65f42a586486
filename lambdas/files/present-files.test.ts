/**
 * Tests of the files in responses. Signing a download costs time, so downloads are signed only on short pages. A file
 * whose scan or inspection is pending has no URLs.
 */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { listedFileSchema } from '../../shared/contract/files.ts';
import { FILES_BULK_LIMIT, FILES_SIGNED_LIMIT, PREVIEW_PIXELS, THUMBNAIL_PIXELS } from '../../shared/rules/limits.ts';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import type { VisiblePage } from '../access/visible-page.ts';
import type { StoredFile } from '../table/file.ts';
import type { Visible } from '../table/visible.ts';
import { presentFiles } from './present-files.ts';

const USER_ID = '7d0c2f3a-0000-4000-8000-000000000001';
const FILE_ULID = '01KAHQ3V7V8Z5T0F4M2S6R9XYZ';

/** The media attributes of a picture with both renditions. */
const PICTURE_MEDIA = {
  width: 4000,
  height: 3000,
  placeholder: 'ThumbHash',
  renditions: [THUMBNAIL_PIXELS, PREVIEW_PIXELS],
} as const;

/** Numbers of files on a page whose downloads are signed, and on one whose downloads aren't. */
const PAGE_LENGTHS = [1, FILES_SIGNED_LIMIT + 1];

beforeAll(() => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('BUCKET_NAME', 'fathom-files');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'ASIAOCEAN');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  // The session tokens of functions have about this size.
  vi.stubEnv('AWS_SESSION_TOKEN', 'x'.repeat(1200));
  fakeSecrets({ RENDITION_SECRET_ARN: 'rendition secret' });
  return () => vi.unstubAllEnvs();
});

/** Builds a page of files that all have the given attributes. */
function buildPage(count: number, attributes: Partial<StoredFile> = {}): VisiblePage {
  const files = Array.from({ length: count }, (_, index): StoredFile => {
    const fileName = `holiday-in-the-reef-${index}.png`;
    return {
      key: `files/${USER_ID}/${FILE_ULID}/${fileName}`,
      userId: USER_ID,
      fileName,
      contentType: 'image/png',
      size: 482_133,
      etag: '',
      description: 'Uploaded on 11/21/2026',
      uploadedAt: '2026-11-21T00:00:00.000Z',
      depth: 5_000_000,
      likeCount: 3,
      views: 12,
      revision: 0,
      ...attributes,
    };
  });

  const uploader = { userId: USER_ID, username: 'Marina', profilePicture: '', depth: 5_000_000 };

  return {
    files: files as Visible<StoredFile>[],
    posts: [],
    comments: [],
    newestComments: new Map(),
    identities: new Map([[USER_ID, uploader]]),
    liked: new Set(),
  };
}

describe('presentFiles', () => {
  it(`signs every download of a page of ${FILES_SIGNED_LIMIT} files`, async () => {
    const files = await presentFiles(buildPage(FILES_SIGNED_LIMIT));
    expect(files.every(({ url }) => url.includes('X-Amz-Signature='))).toBe(true);
    expect(files.some(({ scanning }) => scanning)).toBe(false);
  });

  it('signs nothing on a longer page', async () => {
    const files = await presentFiles(buildPage(FILES_SIGNED_LIMIT + 1));
    expect(files.every(({ url }) => url === '')).toBe(true);
    expect(files.some(({ scanning }) => scanning)).toBe(false);
  });

  it.each(PAGE_LENGTHS)('marks a file that is being scanned on a page of %i file(s)', async (length) => {
    const [file] = await presentFiles(buildPage(length, { scan: 'pending' }));
    expect(file).toMatchObject({ scanning: true, url: '' });
  });

  it.each(PAGE_LENGTHS)('signs the renditions that a file has on a page of %i file(s)', async (length) => {
    const urlPath = (pixels: number) => `/renditions/${USER_ID}/${FILE_ULID}/${pixels}.webp?expires=`;

    const [file] = await presentFiles(buildPage(length, { media: PICTURE_MEDIA }));

    expect(file?.media).toEqual({
      width: 4000,
      height: 3000,
      placeholder: 'ThumbHash',
      thumbnail: expect.stringContaining(urlPath(THUMBNAIL_PIXELS)),
      preview: expect.stringContaining(urlPath(PREVIEW_PIXELS)),
    });
    expect(listedFileSchema.parse(file).media).toEqual(file?.media);
  });

  it('signs no preview of a file that only has a thumbnail', async () => {
    const [file] = await presentFiles(buildPage(1, { media: { ...PICTURE_MEDIA, renditions: [THUMBNAIL_PIXELS] } }));

    expect(file?.media).toMatchObject({ thumbnail: expect.any(String) });
    expect(file?.media).not.toHaveProperty('preview');
  });

  it('returns the media of a song, which has no renditions', async () => {
    const [song] = await presentFiles(buildPage(1, { media: { duration: 12.5, title: 'Whales' } }));
    expect(song?.media).toEqual({ duration: 12.5, title: 'Whales' });
  });

  it('returns no media of an unprocessed file', async () => {
    const [file] = await presentFiles(buildPage(1));
    expect(file).not.toHaveProperty('media');
  });

  // For members, the inspection is a part of the scan.
  it.each([{ scan: 'pending' }, { inspection: 'pending' }] as const)(
    'hides the download and the renditions of a file with %j',
    async (pendingCheck) => {
      const [file] = await presentFiles(buildPage(1, { media: PICTURE_MEDIA, ...pendingCheck }));
      expect(file).toMatchObject({ scanning: true, url: '' });
      expect(file).not.toHaveProperty('media');
    },
  );

  // Far below Lambda's limit of 6 MB, so that longer texts also fit.
  it.each<[string, string, number, Partial<StoredFile>]>([
    ['0.5 MB', 'files without media', 500_000, {}],
    ['1 MB', 'pictures', 1_000_000, { media: PICTURE_MEDIA }],
  ])('stays below %s with the longest list of %s', async (_size, _files, maxBytes, attributes) => {
    const files = await presentFiles(buildPage(FILES_BULK_LIMIT, attributes));
    expect(Buffer.byteLength(JSON.stringify(files))).toBeLessThan(maxBytes);
  });

  it('returns files that match the contract', async () => {
    const files = await presentFiles(buildPage(FILES_BULK_LIMIT));
    expect(() => files.map((file) => listedFileSchema.parse(file))).not.toThrow();
  });
});
