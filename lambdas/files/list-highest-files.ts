import type { ListedFile } from '../../shared/contract/files.ts';
import type { CallingViewer } from '../account/viewer.ts';
import { readDepthIndex } from '../table/depth-index.ts';
import { presentFiles } from './present-files.ts';

/** The first files at or below a viewer's depth, highest first, then newest (specification §7). */
export async function listHighestFiles({ userId, depth }: CallingViewer, limit: number): Promise<ListedFile[]> {
  const from = { progress: [] };
  const page = await readDepthIndex({ kind: 'FILE', index: 'ByDepth', depth, limit, filters: [], from });
  return presentFiles(userId, page.rows);
}
