import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { indexBodies } from './bodies.ts';
import { storeHistory } from './chat-history.ts';
import { COMMUNITY, type MemberName } from './community.ts';
import { type DemoItem, putItems } from './demo-table.ts';
import { LONG_CHAT } from './long-chat.ts';
import { computeShiftMs, shiftTimes } from './shift-times.ts';
import { type DemoStores, hashSnapshotSources, readSnapshot, type Snapshot } from './snapshot.ts';

/** A snapshot that can be restored: it matches its sources, and every body exists. */
export interface RestorableSnapshot extends Snapshot {
  readonly bodyOf: (sha256: string) => Buffer;
}

/**
 * Returns the repository's snapshot with the bodies of its objects.
 *
 * Returns undefined if the snapshot doesn't match its sources. Then the API must create the demo community.
 */
export async function prepareSnapshot(snapshot = readSnapshot()): Promise<RestorableSnapshot | undefined> {
  if (snapshot?.sources !== hashSnapshotSources()) return undefined;

  const bodies = await indexBodies();
  for (const [sha256, body] of Object.entries(snapshot.bodies)) bodies.set(sha256, Buffer.from(body, 'base64'));

  // Generated sounds could differ on another platform.
  if (snapshot.objects.some(({ sha256 }) => !bodies.has(sha256))) return undefined;
  return { ...snapshot, bodyOf: (sha256) => bodies.get(sha256)! };
}

/** Stores the demo community of a snapshot in an empty cloud, as if it had been created within the last ten minutes. */
export async function restoreSnapshot(snapshot: RestorableSnapshot, stores: DemoStores): Promise<void> {
  const shiftMs = computeShiftMs(snapshot.takenAt);
  const items: DemoItem[] = JSON.parse(shiftTimes(JSON.stringify(snapshot.items), shiftMs));

  for (const user of snapshot.users) {
    const createdAt = user.createdAt + shiftMs;
    const modifiedAt = user.modifiedAt + shiftMs;
    stores.users.add({ ...user, createdAt, modifiedAt, codes: {}, sessions: [], devices: [] });
  }

  const idOf = (name: MemberName) =>
    snapshot.users.find(({ attributes }) => attributes.email === COMMUNITY.get(name)!.email)!.id;

  await Promise.all([
    putItems(stores.table, items),
    storeHistory(stores.table, LONG_CHAT, idOf),
    putObjects(snapshot, stores),
    stores.users.save(),
  ]);
}

async function putObjects({ objects, bodyOf }: RestorableSnapshot, { objects: store, bucketName }: DemoStores) {
  for (const { key, eTag, headers, sha256 } of objects) {
    const file = await store.receive(Readable.from([bodyOf(sha256)]));
    await store.put({ bucket: bucketName, key, eTag, headers, sha256, files: [file] }, undefined);
    await rm(file.path);
  }
}
