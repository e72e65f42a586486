import { readDepthIndex } from '../table/depth-index.ts';
import type { StoredFile } from '../table/file.ts';
import type { Viewer } from '../table/visible.ts';
import { findFiles } from './present-files.ts';

/** The first files at or below a viewer's depth, highest first, then newest (specification §7). */
export async function highestFiles({ depth }: Viewer, limit: number): Promise<StoredFile[]> {
  const query = { kind: 'FILE', index: 'ByDepth', filters: [], from: { progress: [] }, onePage: true } as const;
  const { rows } = await readDepthIndex({ ...query, depth, limit });
  return findFiles(rows);
}
