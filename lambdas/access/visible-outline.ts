import type { IndexRow } from '../table/depth-query.ts';
import { depthCeiling, ownerPartition } from '../table/keys.ts';
import { readPendingPurges } from '../table/pending-purge.ts';
import { isDeleted } from '../table/profile.ts';
import type { Viewer, Visible } from '../table/visible.ts';
import { findIdentities } from './profiles.ts';

/** With more accounts and posts than this in the queue of the purge job, the uploaders are read instead. */
const MAX_PENDING = 100;

/**
 * Applies the access rule to index rows of files, without loading the files.
 *
 * Files of a deleted account stay in the index until they are purged, and until then the account is in the queue of the
 * purge job. That queue is nearly always empty, so it costs less than reading every uploader. Like every index, it can be
 * outdated by a moment. See docs/adr/0049-load-all-by-outline.md.
 *
 * @param reading - the rows, read at the same time as the queue
 */
export async function visibleOutline(
  viewer: Viewer,
  reading: Promise<readonly IndexRow[]>,
): Promise<Visible<IndexRow & { readonly userId: string }>[]> {
  const [rows, { purges, next }] = await Promise.all([reading, readPendingPurges(MAX_PENDING)]);
  const files = rows.filter((row) => isVisibleRow(row, viewer)).map((row) => ({ ...row, userId: uploaderOf(row) }));
  const deleted = next
    ? await findDeleted(files.map(({ userId }) => userId))
    : new Set(purges.flatMap((purge) => (purge.kind === 'account' ? purge.userId : [])));
  return files.filter(({ userId }) => !deleted.has(userId)) as Visible<(typeof files)[number]>[];
}

function isVisibleRow({ depthOrder, owner }: IndexRow, { depth, userId }: Viewer): boolean {
  return String(depthOrder) < depthCeiling(depth) || owner === ownerPartition('FILE', userId);
}

function uploaderOf({ owner }: IndexRow): string {
  return String(owner).slice(ownerPartition('FILE', '').length);
}

async function findDeleted(userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const identities = await findIdentities(userIds);
  return new Set([...identities.values()].filter(isDeleted).map(({ userId }) => userId));
}
