import type { ByteSource } from '../../shared/media/byte-source.ts';
import { MAX_PICTURE_BYTES } from '../../shared/rules/limits.ts';
import { NotRenderable } from '../media/not-renderable.ts';
import { readMediaInfo } from '../media/read-media-info.ts';
import { MAX_RENDERABLE_BYTES, type RenderedPicture, renderPicture } from '../media/render-picture.ts';
import { readSmallObject } from '../storage/derived-objects.ts';
import { createObjectSource, readObject } from '../storage/object-source.ts';
import type { StoredObject } from '../storage/object-store.ts';
import type { StoredFile, StoredMedia } from '../table/file.ts';

/**
 * Returns whether the pictures of a file come from posters.
 *
 * The functions can't render video, audio, or PDF. For such a file, a browser uploads a poster: a picture of the file's
 * content.
 */
export function takesPosters({ contentType }: Pick<StoredFile, 'contentType'>): boolean {
  return /^(video|audio)\/|^application\/pdf$/.test(contentType);
}

/** The result of rendering a file or its poster. */
export interface CreatedMedia {
  /** The media attributes that pages show for the file. They name each rendition by its edge. */
  readonly media: StoredMedia;
  /** The new renditions, which must be stored. Empty if the earlier renditions stay. */
  readonly renditions: RenderedPicture['renditions'];
}

/**
 * Reads the media attributes that pages show for a file, and renders the file's picture, or its latest readable poster.
 *
 * If neither can be rendered, the result has no new renditions, and the file keeps those of an earlier poster.
 *
 * @param posters - storage keys
 * @throws ObjectReplaced if the object was replaced or deleted after `object` was read
 */
export async function createMedia(
  file: StoredFile,
  object: StoredObject,
  posters: readonly string[],
): Promise<CreatedMedia> {
  const info = await readMediaAttributes(createObjectSource(object), file.contentType);
  const picture = takesPosters(file)
    ? await renderLatestPoster(posters)
    : await renderImageFile(object, file.contentType);

  if (!picture) {
    const { placeholder, renditions = [] } = file.media ?? {};
    return { media: { ...info, ...(placeholder && { placeholder }), renditions }, renditions: [] };
  }

  const { width, height, placeholder, renditions } = picture;
  const media = {
    // The size of a poster isn't the size of its video.
    ...(takesPosters(file) ? {} : { width, height }),
    ...info,
    placeholder,
    renditions: renditions.map((rendition) => rendition.edge),
  };

  return { media, renditions };
}

/** Reads the attributes that the file's content states, such as its duration. */
async function readMediaAttributes(source: ByteSource, contentType: string): Promise<StoredMedia> {
  const { durationSeconds: duration, ...info } = await readMediaInfo(source, contentType);
  return { ...info, ...(duration !== undefined && { duration }) };
}

/** Renders a file that is a picture. Returns undefined for any other file, and if the picture can't be rendered. */
async function renderImageFile(object: StoredObject, contentType: string): Promise<RenderedPicture | undefined> {
  if (!contentType.startsWith('image/') || object.size > MAX_RENDERABLE_BYTES) return undefined;
  return renderIfPossible(await readObject(object));
}

/** Renders the last poster that can be rendered. */
async function renderLatestPoster(posters: readonly string[]): Promise<RenderedPicture | undefined> {
  for (const poster of posters.toReversed()) {
    const bytes = await readSmallObject(poster, MAX_PICTURE_BYTES);
    const picture = bytes && (await renderIfPossible(bytes));
    if (picture) return picture;
  }

  return undefined;
}

/** Renders a picture. Returns undefined if the bytes can't be rendered. */
async function renderIfPossible(bytes: Uint8Array): Promise<RenderedPicture | undefined> {
  try {
    return await renderPicture(bytes);
  } catch (error) {
    if (error instanceof NotRenderable) return undefined;
    throw error;
  }
}
