import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { ItemKey } from '../../../../lambdas/table/item-types.ts';
import { type Community, createCommunity } from '../fixture.ts';

/*
 * Damages items and objects of a real table and bucket, one test at a time. Each change registers its repair.
 */

/** The table and the bucket that a test damages and repairs. */
interface DamagedStorage {
  readonly objects: { readonly client: S3Client; readonly bucket: string };
  read(key: ItemKey): Promise<Record<string, unknown> & ItemKey>;
  write(item: Record<string, unknown> & ItemKey): Promise<void>;
  remove(key: ItemKey): Promise<void>;
}

export let storage: DamagedStorage;
export let community: Community;

/** Stores the community in an empty storage, which the other functions damage from then on. */
export async function prepareDamages(emptyStorage: DamagedStorage): Promise<void> {
  storage = emptyStorage;
  community = await createCommunity(storage.objects.client, storage.objects.bucket);
}

/** Functions that undo a test's damages. They run in reverse order. */
const repairs: (() => Promise<unknown>)[] = [];

/** Changes attributes of an item. Undefined removes an attribute. */
export async function damageItem(key: ItemKey, attributes: Record<string, unknown>): Promise<void> {
  const storedItem = await storage.read(key);
  repairs.push(() => storage.write(storedItem));
  await storage.write({ ...storedItem, ...attributes });
}

export async function removeItem(key: ItemKey): Promise<void> {
  const storedItem = await storage.read(key);
  repairs.push(() => storage.write(storedItem));
  await storage.remove(key);
}

export async function addItem(item: Record<string, unknown> & ItemKey): Promise<void> {
  repairs.push(() => storage.remove(item));
  await storage.write(item);
}

/** Stores an object, which may replace another one. */
export async function putObject(Key: string, Body: string): Promise<void> {
  const { client, bucket: Bucket } = storage.objects;
  // The object may be missing.
  const storedObject = await client.send(new GetObjectCommand({ Bucket, Key })).catch(() => undefined);
  const storedBytes = await storedObject?.Body?.transformToByteArray();

  repairs.push(() =>
    storedBytes
      ? client.send(new PutObjectCommand({ Bucket, Key, Body: storedBytes }))
      : client.send(new DeleteObjectCommand({ Bucket, Key })),
  );
  await client.send(new PutObjectCommand({ Bucket, Key, Body }));
}

export async function removeObject(key: string): Promise<void> {
  // `putObject` registers the repair that restores the object's bytes.
  await putObject(key, 'soon deleted');
  await storage.objects.client.send(new DeleteObjectCommand({ Bucket: storage.objects.bucket, Key: key }));
}

/** Undoes all damages since the last call. */
export async function repairAll(): Promise<void> {
  for (const repair of repairs.splice(0).toReversed()) await repair();
}
