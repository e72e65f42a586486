import type { ListedFile } from '../../shared/contract/files.ts';
import { toMetres } from '../../shared/depth/depth.ts';
import type { Identity } from '../access/profiles.ts';
import type { VisiblePage } from '../access/visible-items.ts';
import { visibleName } from '../members/user-card.ts';
import { signDownload } from '../storage/presigned-urls.ts';
import type { StoredFile } from '../table/file.ts';
import { fileKey } from '../table/keys.ts';
import type { Visible } from '../table/visible.ts';

/** Builds the response for the files of a page, with the uploaders' current names. */
export function presentFiles({ files, identities, liked }: VisiblePage): Promise<ListedFile[]> {
  return Promise.all(
    files.map((file) => presentFile(file, identities.get(file.userId), liked.has(fileKey(file.key).pk))),
  );
}

/** Builds the response for one file. */
export async function presentFile(
  file: Visible<StoredFile>,
  uploader: Identity | undefined,
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
    uploaderName: visibleName(uploader),
    userDepth: toMetres(file.depth),
    likeCount: file.likeCount,
    likedByViewer,
    views: file.views,
    url: await signDownload(file),
  };
}
