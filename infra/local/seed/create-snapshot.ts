import { buffer } from 'node:stream/consumers';
import { type ItemKey, isDerived, PENDING_PURGE } from '../../../lambdas/table/item-types.ts';
import { TOMBSTONE_DAYS } from '../../../lambdas/table/pending-purge.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import type { User } from '../cognito/users.ts';
import { hashBody, indexBodies } from './bodies.ts';
import { HISTORY_PREFIX } from './chat-history.ts';
import { type DemoItem, readItems } from './demo-table.ts';
import {
  type DemoStores,
  hashSnapshotSources,
  type Snapshot,
  type SnapshotObject,
  type SnapshotUser,
} from './snapshot.ts';

/** Maximum objects of a snapshot. The demo has fewer, so one list request finds all of them. */
const MAX_OBJECTS = 1000;

/** Matches the keys of items to leave out: counters, items that expire within a day, and the progress of jobs. */
const TRANSIENT_KEY = /^(CALLS|CONDUCT|TICKET|SOCKET|JOB)\b|^USER#[^ ]+ SOCKET#/;

/** Makes a snapshot of a cloud in which only the demo community exists, created through the public API. */
export async function createSnapshot({ table, bucketName, objects, users }: DemoStores): Promise<Snapshot> {
  const takenAt = Date.now();
  const { snapshotObjects, bodies } = await readObjects(objects, bucketName);
  const items = (await readItems(table))
    .filter((item) => !isTransient(item) && !isHistory(item) && !isDerived(item as unknown as ItemKey))
    .map((item) => finishPurge(item, takenAt));

  return {
    sources: hashSnapshotSources(),
    takenAt,
    items: items.sort((a, b) => (formatKey(a) < formatKey(b) ? -1 : 1)),
    users: users.all.map(toSnapshotUser),
    objects: snapshotObjects,
    bodies,
  };
}

/** Reads all objects. Returns the bodies that the demo's sources can't generate, such as renditions. */
async function readObjects(objects: DemoStores['objects'], bucketName: string) {
  const knownBodies = await indexBodies();
  const bodies: Record<string, string> = {};
  const snapshotObjects: SnapshotObject[] = [];

  const page = await objects.list(bucketName, { prefix: '', after: '', delimiter: '', limit: MAX_OBJECTS });
  if (page.next !== undefined) throw new Error('The demo community has more objects than a snapshot can hold.');

  for (const object of page.objects) {
    const body = await buffer(objects.read(object, 0, object.size - 1));
    const sha256 = hashBody(body);
    if (!knownBodies.has(sha256)) bodies[sha256] = body.toString('base64');
    snapshotObjects.push({ key: object.key, eTag: object.eTag, headers: object.headers, sha256 });
  }

  return { snapshotObjects, bodies };
}

function formatKey(item: DemoItem): string {
  const { pk, sk } = item as unknown as ItemKey;
  return `${pk} ${sk}`;
}

function isTransient(item: DemoItem): boolean {
  return TRANSIENT_KEY.test(formatKey(item));
}

/** Returns whether the item belongs to a message of an earlier day. Each restore writes such items for its own time. */
function isHistory(item: DemoItem): boolean {
  return formatKey(item).includes(`#${HISTORY_PREFIX}`) || String(item.clientMessageId).startsWith(HISTORY_PREFIX);
}

/**
 * Returns the tombstone, the item of the member who has left, as it is when the purge is finished. Returns other items
 * unchanged. The purge is the job that removes the data of a deleted account.
 *
 * The purge finishes minutes after the deletion. So the purge of a restored member would finish, or not, depending on
 * how far the restore moves the time of the deletion.
 */
function finishPurge(item: DemoItem, finishedAt: number): DemoItem {
  if (item.owner !== PENDING_PURGE) return item;

  const { owner: _owner, textOrder: _textOrder, ...tombstone } = item;
  return { ...tombstone, expiresAt: Math.floor((finishedAt + TOMBSTONE_DAYS * DAY_MS) / 1000) };
}

function toSnapshotUser({ id, createdAt, modifiedAt, status, attributes, verifier }: User): SnapshotUser {
  return { id, createdAt, modifiedAt, status, attributes, verifier };
}
