import { ITEM_TYPES, type ItemKey, type ItemTypeName } from '../../../lambdas/table/item-types.ts';
import { computeDigest } from './facts.ts';

/** Types whose sort key ends with an ID that a client chose. The ID can be any text. */
const TYPES_WITH_CLIENT_ID: readonly ItemTypeName[] = ['idempotencyKey', 'sentMessage'];

/** Matches an ID: letters, digits, underscores, and hyphens. Any other text may be a name or an address. */
const ID_FORMAT = /^[\w-]{0,64}$/;

/**
 * Returns a key for the report, without personal data.
 *
 * Digests replace file names, IDs that clients chose, and any other text that is not an ID, so that keys stay distinct.
 */
export function maskKey(type: ItemTypeName | undefined, { pk, sk }: ItemKey): string {
  const maskedSortKey = type && TYPES_WITH_CLIENT_ID.includes(type) ? maskClientId(type, sk) : maskParts(sk);
  return `${maskParts(pk)} ${maskedSortKey}`;
}

/** Returns a storage key without the file name: `files/{userId}/{ulid}`. */
export function folderOf(storageKey: string): string {
  return storageKey.split('/').slice(0, 3).map(mask).join('/');
}

/** Replaces the client's ID, which is all text after the first two parts: `IDEMPOTENCY#POST#…`, `SENT#{userId}#…`. */
function maskClientId(type: ItemTypeName, sk: string): string {
  const [prefix, firstPart = '', ...clientParts] = sk.split('#');
  if (prefix !== ITEM_TYPES[type].sort) return maskParts(sk);

  return [prefix, mask(firstPart), replaceByDigest(clientParts.join('#'))].join('#');
}

/** Masks each part of a key, and each part of a storage key within it. */
function maskParts(text: string): string {
  return text
    .split('#')
    .map((part) => (part.includes('/') ? maskStorageKey(part) : mask(part)))
    .join('#');
}

/** Masks a storage key. The digest of the whole key replaces the file name. */
function maskStorageKey(storageKey: string): string {
  return `${folderOf(storageKey)}/${replaceByDigest(storageKey)}`;
}

/** Returns a part of a key, or a digest if it isn't an ID. */
function mask(part: string): string {
  return ID_FORMAT.test(part) ? part : replaceByDigest(part);
}

/** Returns a short digest in place of a text. */
function replaceByDigest(text: string): string {
  return `~${computeDigest(text).slice(0, 8)}`;
}
