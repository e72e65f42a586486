import { beforeAll, describe, expect, it, vi } from 'vitest';
import { listedFile } from '../../shared/contract/files.ts';
import { FILES_BULK_LIMIT, FILES_SIGNED_LIMIT, PREVIEW_PIXELS, THUMBNAIL_PIXELS } from '../../shared/rules/limits.ts';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import type { VisiblePage } from '../access/visible-page.ts';
import type { StoredFile } from '../table/file.ts';
import type { Visible } from '../table/visible.ts';
import { presentFiles } from './present-files.ts';

const userId = '7d0c2f3a-0000-4000-8000-000000000001';
const FILE_ULID = '01KAHQ3V7V8Z5T0F4M2S6R9XYZ';

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

/** The media attributes of a picture with both renditions. */
const MEDIA = {
  width: 4000,
  height: 3000,
  placeholder: 'ThumbHash',
  renditions: [THUMBNAIL_PIXELS, PREVIEW_PIXELS],
} as const;

/** Builds a page of this number of files, all with these attributes. */
function buildPage(count: number, attributes: Partial<StoredFile> = {}): VisiblePage {
  const files = Array.from({ length: count }, (_, number): StoredFile => {
    const fileName = `holiday-in-the-reef-${number}.png`;
    return {
      key: `files/${userId}/${FILE_ULID}/${fileName}`,
      userId,
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

  return {
    files: files as Visible<StoredFile>[],
    posts: [],
    comments: [],
    newestComments: new Map(),
    identities: new Map([[userId, { userId, username: 'Marina', profilePicture: '', depth: 5_000_000 }]]),
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
    expect(new Set(files.map(({ url }) => url))).toEqual(new Set(['']));
    expect(files.some(({ scanning }) => scanning)).toBe(false);
  });

  it('marks files that are being scanned on pages of any length', async () => {
    for (const count of [1, FILES_SIGNED_LIMIT + 1]) {
      const [file] = await presentFiles(buildPage(count, { scan: 'pending' }));
      expect(file).toMatchObject({ scanning: true, url: '' });
    }
  });

  it('signs the renditions that a file has, on pages of any length', async () => {
    const urlPath = (pixels: number) => `/renditions/${userId}/${FILE_ULID}/${pixels}.webp?expires=`;

    for (const count of [1, FILES_SIGNED_LIMIT + 1]) {
      const [file] = await presentFiles(buildPage(count, { media: MEDIA }));
      expect(file?.media).toEqual({
        width: 4000,
        height: 3000,
        placeholder: 'ThumbHash',
        thumbnail: expect.stringContaining(urlPath(THUMBNAIL_PIXELS)),
        preview: expect.stringContaining(urlPath(PREVIEW_PIXELS)),
      });
      expect(listedFile.parse(file).media).toEqual(file?.media);
    }
  });

  it('signs no preview of a file that only has a thumbnail', async () => {
    const [file] = await presentFiles(buildPage(1, { media: { ...MEDIA, renditions: [THUMBNAIL_PIXELS] } }));

    expect(file?.media).toMatchObject({ thumbnail: expect.any(String) });
    expect(file?.media).not.toHaveProperty('preview');
  });

  it('describes a file without renditions', async () => {
    const [song] = await presentFiles(buildPage(1, { media: { duration: 12.5, title: 'Whales' } }));
    expect(song?.media).toEqual({ duration: 12.5, title: 'Whales' });
  });

  it('does not describe a file that is not processed', async () => {
    const [file] = await presentFiles(buildPage(1));
    expect(file).not.toHaveProperty('media');
  });

  it.each([{ scan: 'pending' }, { inspection: 'pending' }] as const)(
    'hides the download and the renditions of a file with %j',
    async (state) => {
      const [file] = await presentFiles(buildPage(1, { media: MEDIA, ...state }));
      expect(file).toMatchObject({ scanning: true, url: '' });
      expect(file).not.toHaveProperty('media');
    },
  );

  it('keeps the longest list of pictures far below the 6 MB of a Lambda response', async () => {
    const files = await presentFiles(buildPage(FILES_BULK_LIMIT, { media: MEDIA }));
    expect(Buffer.byteLength(JSON.stringify(files))).toBeLessThan(1_000_000);
  });

  it('keeps the longest list far below the 6 MB of a Lambda response', async () => {
    const files = await presentFiles(buildPage(FILES_BULK_LIMIT));
    expect(() => files.map((file) => listedFile.parse(file))).not.toThrow();
    expect(Buffer.byteLength(JSON.stringify(files))).toBeLessThan(500_000);
  });
});
