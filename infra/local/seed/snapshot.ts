import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { User } from '../cognito/users.ts';
import type { ObjectStore } from '../s3/object-store.ts';
import type { StoredObject } from '../s3/stored-object.ts';
import { hashFiles } from '../state/source-hash.ts';
import type { DemoItem, DemoTable } from './demo-table.ts';

/** A user without sessions, devices, and codes. */
export type SnapshotUser = Pick<User, 'id' | 'createdAt' | 'modifiedAt' | 'status' | 'attributes' | 'verifier'>;

/** An object of the bucket. `sha256` finds its body. */
export interface SnapshotObject extends Pick<StoredObject, 'key' | 'eTag' | 'headers'> {
  readonly sha256: string;
}

/** The demo community as the public API has stored it. Holds no secret of a state directory. */
export interface Snapshot {
  /** Hash of the sources that it was made from. */
  readonly sources: string;
  /** When the community was complete, in milliseconds since 1970. Restoring moves this moment close to now. */
  readonly takenAt: number;
  /** All items except those that only count or expire within a day, and messages of earlier days. */
  readonly items: readonly DemoItem[];
  readonly users: readonly SnapshotUser[];
  readonly objects: readonly SnapshotObject[];
  /** The bodies that the demo's sources don't contain, such as renditions: Base64, by SHA-256. */
  readonly bodies: Readonly<Record<string, string>>;
}

/** The parts of a running cloud that a snapshot is made from, and restored to. */
export interface DemoStores {
  readonly table: DemoTable;
  readonly bucketName: string;
  readonly objects: ObjectStore;
  readonly users: { readonly all: readonly User[]; add(user: User): void; save(): Promise<void> };
}

/** The repository's root folder. */
const PROJECT = join(import.meta.dirname, '../../..');

/** The snapshot in the repository. `npm run demo-snapshot` rewrites it. */
export const SNAPSHOT_FILE = join(import.meta.dirname, 'snapshot.json.gz');

/** The sources of the demo's content, and of the shape of stored items. */
const SOURCES = [
  ...[
    'community.ts',
    'conversations.ts',
    'documents.ts',
    'file-reactions.ts',
    'media.ts',
    'purchases.ts',
    'random.ts',
    'seed.ts',
    'avatars',
    'media',
  ].map((name) => `infra/local/seed/${name}`),
  'infra/constructs/single-table.ts',
  'infra/data/migrate/migrations.ts',
  'lambdas/table/item-types.ts',
];

/** Returns the hash of the sources that a snapshot must have been made from. */
export function hashSnapshotSources(): string {
  return hashFiles(PROJECT, SOURCES);
}

/** Reads the snapshot in the repository, or undefined if there is none. */
export function readSnapshot(): Snapshot | undefined {
  if (!existsSync(SNAPSHOT_FILE)) return undefined;
  return JSON.parse(gunzipSync(readFileSync(SNAPSHOT_FILE)).toString());
}
