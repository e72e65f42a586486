import type { account } from '../../shared/contract/account.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { LedgerSource, ListedLedgerEntry } from '../../shared/contract/ledger.ts';
import { computeDepth, toMetres } from '../../shared/rules/depth.ts';
import { loadViewer } from '../access/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { readByOwner } from '../table/by-owner-index.ts';
import { fileIdOf } from '../table/keys.ts';
import { getEntriesByKey, type LedgerEntry } from '../table/ledger.ts';
import { openPage } from '../table/paging.ts';

/** The sources whose IDs contain the storage key of a file. */
const FILE_SOURCES: readonly LedgerSource[] = ['upload', 'correction', 'removal'];

/**
 * Reads one page of the caller's own ledger, newest first.
 *
 * @throws InvalidCursor if the cursor belongs to another member or another list
 */
export async function readDepthLog(
  caller: Caller,
  { limit, cursor }: Input<typeof account.depthLog>,
): Promise<Response<typeof account.depthLog>> {
  const { from, seal } = await openPage(await loadViewer(caller), ['depth log'], cursor);
  // Without a depth, the page omits nothing: members see their whole ledger.
  const page = await readByOwner({ kind: 'LEDGER', userId: caller.userId, depth: undefined, limit, from });

  const entries = await getEntriesByKey(page.rows);
  const listedEntries = page.rows.flatMap(({ sk }) => {
    const entry = entries.get(sk);
    return entry ? [presentEntry(entry)] : [];
  });

  return { entries: listedEntries, cursor: seal(page.next) };
}

/** Builds the response for one entry. Depths become metres. */
function presentEntry(entry: LedgerEntry): ListedLedgerEntry {
  const { source, at, bytes, purchasedCm, depthAfter, payment } = entry;

  return {
    id: presentId(entry),
    source,
    at,
    change: toMetres(computeDepth({ contributedBytes: bytes, purchasedCm })),
    depthAfter: toMetres(depthAfter),
    bytes,
    fileName: FILE_SOURCES.includes(source) ? fileNameOf(entry) : null,
    payment: payment ?? null,
  };
}

/**
 * Returns the ID of an entry for its member. Replaces a storage key by the ID of its file.
 *
 * The source ID of a correction is a storage key, `#`, and a revision.
 */
function presentId({ source, sourceId }: LedgerEntry): string {
  if (!FILE_SOURCES.includes(source)) return `${source}#${sourceId}`;

  const [, storageKey = '', revision = ''] = /^(.*?)(#\d+)?$/.exec(sourceId) ?? [];
  return `${source}#${fileIdOf(storageKey)}${revision}`;
}

/** Returns the name of an entry's file. Entries of earlier versions have it at the end of the storage key only. */
function fileNameOf({ source, sourceId, fileName }: LedgerEntry): string {
  if (fileName !== undefined) return fileName;

  const key = source === 'correction' ? sourceId.replace(/#\d+$/, '') : sourceId;
  // The name follows the purpose, the member, and the ULID. It can contain slashes.
  return key.split('/').slice(3).join('/');
}
