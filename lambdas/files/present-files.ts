import type { ListedFile } from '../../shared/contract/files.ts';
import { toMetres } from '../../shared/depth/depth.ts';
import { getFiles, type StoredFile } from '../table/file.ts';
import { fileKey, type ItemKey } from '../table/keys.ts';
import { likedAmong } from '../table/like.ts';
import { getPeople, isDeleted, type Person } from '../table/profile.ts';
import { nameOf } from '../users/user-cards.ts';
import { signDownload } from './presigned-urls.ts';

/**
 * Files as a viewer sees them, in the order given: the items and their uploaders are fetched together, names are
 * always current, and what has been deleted meanwhile is left out, with its uploader's account or by itself.
 */
export async function presentFiles(viewerId: string, items: readonly Pick<ItemKey, 'pk'>[]): Promise<ListedFile[]> {
  const files = await findFiles(items);
  const [uploaders, liked] = await Promise.all([
    getPeople(files.map(({ userId }) => userId)),
    likedAmong(viewerId, likeable(files)),
  ]);
  return presentFound(files, uploaders, liked);
}

/** Files in the order of their items' keys; what is not there is left out. */
export async function findFiles(items: readonly Pick<ItemKey, 'pk'>[]): Promise<StoredFile[]> {
  const found = await getFiles(items);
  return items.flatMap(({ pk }) => found.get(pk) ?? []);
}

/** The keys of those files that anybody likes: of no others need be asked whether the viewer does. */
export function likeable(files: readonly StoredFile[]): ItemKey[] {
  return files.filter(({ likeCount }) => likeCount > 0).map(({ key }) => fileKey(key));
}

/** Files as a viewer sees them who likes the items of these partitions. */
export function presentFound(
  files: readonly StoredFile[],
  uploaders: ReadonlyMap<string, Person>,
  liked: ReadonlySet<string>,
): Promise<ListedFile[]> {
  return Promise.all(
    files
      .filter(({ userId }) => !isDeleted(uploaders.get(userId)))
      .map((file) => presentFile(file, uploaders.get(file.userId), liked.has(fileKey(file.key).pk))),
  );
}

/** One file as a viewer sees it, who is allowed to. */
export async function presentFile(
  file: StoredFile,
  uploader: Person | undefined,
  likedByViewer: boolean,
): Promise<ListedFile> {
  return {
    key: file.key,
    fileName: file.fileName,
    contentType: file.contentType,
    size: file.size,
    lastModified: file.uploadedAt,
    description: file.description,
    userId: file.userId,
    uploaderName: nameOf(uploader),
    userDepth: toMetres(file.depth),
    likeCount: file.likeCount,
    likedByViewer,
    views: file.views,
    url: await signDownload(file),
  };
}
