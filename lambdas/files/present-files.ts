import type { FileMedia, ListedFile } from '../../shared/contract/files.ts';
import { toMetres } from '../../shared/rules/depth.ts';
import { FILES_SIGNED_LIMIT, PREVIEW_PIXELS, THUMBNAIL_PIXELS } from '../../shared/rules/limits.ts';
import { hasPendingCheck, signVisibleDownload } from '../access/download-url.ts';
import type { Identity } from '../access/profiles.ts';
import type { VisiblePage } from '../access/visible-page.ts';
import { displayName } from '../members/user-card.ts';
import { loadRenditionSigningKey, renditionKeyOf, signRendition } from '../storage/rendition-urls.ts';
import type { RenditionPixels } from '../storage/storage-key.ts';
import type { StoredFile } from '../table/file.ts';
import { creditedBytesOf } from '../table/file-credit.ts';
import { fileIdOf, fileKey } from '../table/keys.ts';
import type { Visible } from '../table/visible.ts';

/**
 * Builds the response for the files of a page, with the uploaders' current names.
 *
 * Signs the downloads of a page of up to {@link FILES_SIGNED_LIMIT} files. Members open files of longer pages with
 * POST /files/view, because 1,000 signed URLs have 1.7 to 4 MB. URLs of renditions are short, so every page has them.
 *
 * @param options.signed - false to sign no downloads, even on a short page
 */
export async function presentFiles(
  { files, identities, liked }: VisiblePage,
  { signed = files.length <= FILES_SIGNED_LIMIT } = {},
): Promise<ListedFile[]> {
  return Promise.all(
    files.map(async (file) => ({
      ...(await describeFile(file, identities.get(file.userId), liked.has(fileKey(file.key).pk))),
      url: (signed && (await signVisibleDownload(file))) || '',
    })),
  );
}

/** Builds the response for one file. */
export async function presentFile(
  file: Visible<StoredFile>,
  uploader: Identity | undefined,
  likedByViewer: boolean,
): Promise<ListedFile> {
  return { ...(await describeFile(file, uploader, likedByViewer)), url: (await signVisibleDownload(file)) ?? '' };
}

/** Builds the response for one file, without the URL of its download. */
async function describeFile(
  file: Visible<StoredFile>,
  uploader: Identity | undefined,
  likedByViewer: boolean,
): Promise<Omit<ListedFile, 'url'>> {
  const isClosed = hasPendingCheck(file);
  const media = !isClosed && file.media ? await describeMedia(file.key, file.media) : undefined;

  return {
    key: fileIdOf(file.key),
    fileName: file.fileName,
    contentType: file.contentType,
    size: file.size,
    creditedBytes: creditedBytesOf(file),
    lastModified: file.uploadedAt,
    description: file.description,
    altText: file.altText ?? '',
    userId: file.userId,
    uploaderName: displayName(uploader),
    userDepth: toMetres(file.depth),
    likeCount: file.likeCount,
    likedByViewer,
    views: file.views,
    ...(isClosed && { scanning: true }),
    ...(media && { media }),
  };
}

/** Builds the media of a file's response, with signed URLs of its renditions. Only for files that members can open. */
async function describeMedia(
  key: string,
  { renditions = [], ...properties }: NonNullable<StoredFile['media']>,
): Promise<FileMedia> {
  if (renditions.length === 0) return properties;

  const signingKey = await loadRenditionSigningKey();
  const sign = (pixels: RenditionPixels) => signRendition(renditionKeyOf(key, pixels), Date.now(), signingKey);
  return {
    ...properties,
    ...(renditions.includes(THUMBNAIL_PIXELS) && { thumbnail: sign(THUMBNAIL_PIXELS) }),
    ...(renditions.includes(PREVIEW_PIXELS) && { preview: sign(PREVIEW_PIXELS) }),
  };
}
