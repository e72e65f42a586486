import type { Micrometres } from '../../shared/rules/depth.ts';
import type { IndexRow, ListedRow } from '../table/depth-query.ts';
import { partitionIdOf } from '../table/item-types.ts';
import { parseDepthAndTime } from '../table/keys.ts';
import { readPendingPurges } from '../table/pending-purge.ts';
import { isDeleted } from '../table/profile.ts';
import { Sealed, unseal } from '../table/sealed.ts';
import { parseSearchedName } from '../table/search-words.ts';
import { NEUTRAL_RELATION, type Viewer, type Visible } from '../table/visible.ts';
import { openVisible } from './open-sealed.ts';
import { findIdentities } from './profiles.ts';
import { readRelationsToRows } from './relations.ts';

/** Maximum number of entries read of the purge job's queue. If the queue is longer, the uploaders are read instead. */
const MAX_PENDING_PURGES = 100;

/** A file in an outline: the attributes that its index row contains. */
interface OutlineRow {
  /** The ID in the file's partition key, not the storage key. */
  readonly id: string;
  /** The uploader. */
  readonly userId: string;
  readonly depth: Micrometres;
  /** ISO 8601. */
  readonly uploadedAt: string;
  readonly searchText: string;
  readonly contentType: string;
}

/**
 * Applies the access rule to index rows of files, without loading the files.
 *
 * Files of a deleted account stay in the index until they are purged. Until then, the account is in the queue of the
 * purge job. That queue is nearly always empty, so reading it costs less than reading every uploader. The queue is an
 * index, so it can be briefly outdated: an outline can contain files of an account that was just deleted. See
 * docs/adr/0049-load-all-by-outline.md.
 *
 * @param pendingRows - the rows; a promise, so that the queue is read at the same time
 */
export async function loadVisibleOutline(
  viewer: Viewer,
  pendingRows: Promise<readonly ListedRow[]>,
): Promise<Visible<OutlineRow>[]> {
  const [rows, purgeQueue] = await Promise.all([pendingRows, readPendingPurges(MAX_PENDING_PURGES)]);

  // Index rows store a negative depth as 0. A viewer with a negative depth is compared as 0, too, because otherwise
  // these rows would be above them.
  const viewerAtIndexDepth = { ...viewer, depth: Math.max(0, viewer.depth) };

  // Checks the rows alone first, so that fewer uploaders are read.
  const files = rows
    .map(({ attributes }) => new Sealed(parseOutlineRow(unseal(attributes))))
    .filter((file) => openVisible(viewerAtIndexDepth, file, NEUTRAL_RELATION) !== undefined);

  const isQueueComplete = purgeQueue.next === undefined;
  const deletedIds = isQueueComplete
    ? new Set(purgeQueue.purges.flatMap((purge) => (purge.kind === 'account' ? purge.userId : [])))
    : await findDeletedIds(files.map((file) => unseal(file).userId));
  const relationTo = await readRelationsToRows(viewer, deletedIds);

  return files.flatMap((file) => openVisible(viewerAtIndexDepth, file, relationTo(unseal(file).userId)) ?? []);
}

function parseOutlineRow(row: IndexRow): OutlineRow {
  // Every index contains this attribute, even an index that is sorted by another one.
  const { depth, time } = parseDepthAndTime(String(row.depthOrder));
  return {
    id: partitionIdOf(row),
    userId: partitionIdOf({ pk: String(row.owner) }),
    depth,
    uploadedAt: time,
    searchText: parseSearchedName(String(row.searchText)),
    contentType: String(row.contentType),
  };
}

/** Returns the IDs of those members who deleted their account. */
async function findDeletedIds(userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const identities = await findIdentities(userIds);
  return new Set([...identities.values()].filter(isDeleted).map(({ userId }) => userId));
}
