import type { ListedFile } from '../../shared/contract/files.ts';
import { toMetres } from '../../shared/depth/depth.ts';
import { getFiles, type StoredFile } from '../table/file.ts';
import { likedAmong } from '../table/like.ts';
import { getProfiles, type Profile } from '../table/profile.ts';
import { UNKNOWN_USER } from '../users/user-cards.ts';
import { signDownload } from './file-store.ts';

/**
 * Files as a viewer sees them, in the order of their keys: the items and their uploaders are fetched together, names
 * are always current, and what has been deleted meanwhile is left out.
 */
export async function presentFiles(viewerId: string, keys: readonly string[]): Promise<ListedFile[]> {
  const files = await getFiles(keys);
  const present = keys.flatMap((key) => files.get(key) ?? []);
  const [uploaders, liked] = await Promise.all([
    getProfiles(present.map(({ userId }) => userId)),
    // What nobody likes, the viewer does not like either: it need not be looked up.
    likedAmong(viewerId, 'FILE', keysOf(present.filter(({ likeCount }) => likeCount > 0))),
  ]);
  return Promise.all(present.map((file) => presentFile(file, uploaders.get(file.userId), liked.has(file.key))));
}

function keysOf(files: readonly StoredFile[]): string[] {
  return files.map(({ key }) => key);
}

/** One file as a viewer sees it, who is allowed to. */
export async function presentFile(
  file: StoredFile,
  uploader: Profile | undefined,
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
    uploaderName: uploader?.username ?? UNKNOWN_USER,
    userDepth: toMetres(file.depth),
    likeCount: file.likeCount,
    likedByViewer,
    views: file.views,
    url: await signDownload(file),
  };
}
