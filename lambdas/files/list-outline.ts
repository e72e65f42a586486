/**
 * The file explorer's button Load All works in two steps. It loads an outline of up to 1,000 files from the index, and
 * then the files on screen, by their IDs. See docs/adr/0049-load-all-by-outline.md.
 */
import type { ListedFile, OutlinedFile } from '../../shared/contract/files.ts';
import type { loadVisibleOutline } from '../access/visible-outline.ts';
import { loadVisiblePage } from '../access/visible-page.ts';
import { itemKey } from '../table/item-types.ts';
import type { Viewer } from '../table/visible.ts';
import { presentFiles } from './present-files.ts';

/** Builds the response for one file of an outline. */
export function presentOutlineRow(row: Awaited<ReturnType<typeof loadVisibleOutline>>[number]): OutlinedFile {
  return {
    id: row.id,
    searchText: row.searchText,
    contentType: row.contentType,
    lastModified: row.uploadedAt,
    userId: row.userId,
  };
}

/**
 * Loads files of an outline that the viewer may still see, in the order of the IDs.
 *
 * Signs no downloads: members scroll past many files and open few. POST /files/view signs those.
 */
export async function listFilesById(viewer: Viewer, ids: readonly string[]): Promise<ListedFile[]> {
  const keys = [...new Set(ids)].map((id) => itemKey('file', id));
  const listedFiles = await presentFiles(await loadVisiblePage(viewer, { files: keys }), { signed: false });
  return listedFiles.map((file) => ({ ...file, id: file.key }));
}
