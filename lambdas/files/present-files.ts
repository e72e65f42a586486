import type { ListedFile } from '../../shared/contract/files.ts';
import { toMetres } from '../../shared/depth/depth.ts';
import { getFiles, type StoredFile } from '../table/file.ts';
import { getProfiles, type Profile } from '../table/profile.ts';
import { UNKNOWN_USER } from '../users/user-cards.ts';
import { signDownload } from './file-store.ts';

/**
 * Files as a viewer sees them, in the order of their keys: the items and their uploaders are fetched together, names
 * are always current, and what has been deleted meanwhile is left out.
 */
export async function presentFiles(keys: readonly string[]): Promise<ListedFile[]> {
  const files = await getFiles(keys);
  const uploaders = await getProfiles([...files.values()].map(({ userId }) => userId));
  const present = keys.flatMap((key) => files.get(key) ?? []);
  return Promise.all(present.map((file) => presentFile(file, uploaders.get(file.userId))));
}

/** One file as a viewer sees it, who is allowed to. */
export async function presentFile(file: StoredFile, uploader: Profile | undefined): Promise<ListedFile> {
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
    likedByViewer: false,
    views: file.views,
    url: await signDownload(file),
  };
}
