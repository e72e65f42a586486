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
 * Returns whether a file may have posters, because its content can't be rendered here. A poster is a picture of the
 * file's content that a browser uploads.
 */
export function takesPosters({ contentType }: Pick<StoredFile, 'contentType'>): boolean {
  return /^(video|audio)\/|^application\/pdf$/.test(contentType);
}

/** The media attributes that pages show for a file, and the renditions that must be stored for it. */
export interface CreatedMedia {
  readonly media: StoredMedia;
  readonly renditions: RenderedPicture['renditions'];
}

/**
 * Reads the media attributes that pages show for a file, and renders the file's picture, or its latest readable poster.
 *
 * A file that can't be rendered gets no renditions. Without a new poster, the renditions of an earlier poster stay.
 *
 * @param posters - storage keys
 * @throws ObjectReplaced if the object has other bytes
 */
export async function createMedia(
  file: StoredFile,
  object: StoredObject,
  posters: readonly string[],
): Promise<CreatedMedia> {
  const info = await readInfo(createObjectSource(object), file.contentType);
  const picture = takesPosters(file) ? await renderPosters(posters) : await renderFile(object, file.contentType);

  if (!picture) {
    // The renditions of an earlier poster stay.
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
async function readInfo(source: ByteSource, contentType: string): Promise<StoredMedia> {
  const { durationSeconds: duration, ...info } = await readMediaInfo(source, contentType);
  return { ...info, ...(duration !== undefined && { duration }) };
}

/** Renders a file that is a picture of a supported size; otherwise returns undefined. */
async function renderFile(object: StoredObject, contentType: string): Promise<RenderedPicture | undefined> {
  if (!contentType.startsWith('image/') || object.size > MAX_RENDERABLE_BYTES) return undefined;
  return render(await readObject(object));
}

/** Renders the last poster that is a picture. */
async function renderPosters(posters: readonly string[]): Promise<RenderedPicture | undefined> {
  for (const poster of posters.toReversed()) {
    const bytes = await readSmallObject(poster, MAX_PICTURE_BYTES);
    const picture = bytes && (await render(bytes));
    if (picture) return picture;
  }

  return undefined;
}

/** Renders a picture. Returns undefined if the bytes can't be decoded. */
async function render(bytes: Uint8Array): Promise<RenderedPicture | undefined> {
  try {
    return await renderPicture(bytes);
  } catch (error) {
    if (error instanceof NotRenderable) return undefined;
    throw error;
  }
}
