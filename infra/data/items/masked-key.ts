import { ITEM_TYPES, type ItemKey, type ItemTypeName } from '../../../lambdas/table/item-types.ts';
import { computeDigest } from './facts.ts';

/** Types whose sort key ends with an ID that a client chose. The ID can be any text. */
const TYPES_WITH_CLIENT_ID: readonly ItemTypeName[] = ['idempotencyKey', 'sentMessage'];

/**
 * Matches an ID: up to 64 letters, digits, underscores, and hyphens. A text that doesn't match may be personal data,
 * such as an address. A simple file name matches, too, so file names and clients' IDs are always replaced.
 */
const ID_FORMAT = /^[\w-]{0,64}$/;

/**
 * Returns a key for the report, without personal data.
 *
 * Digests replace file names, IDs that clients chose, and any other text that is not an ID, so that keys stay distinct.
 */
export function maskKey(type: ItemTypeName | undefined, { pk, sk }: ItemKey): string {
  const maskedSortKey = type && TYPES_WITH_CLIENT_ID.includes(type) ? maskClientId(type, sk) : maskTableKey(sk);
  return `${maskTableKey(pk)} ${maskedSortKey}`;
}

/** Returns the folder in a storage key, `files/{userId}/{ulid}`. A digest replaces each part that is not an ID. */
export function getMaskedFolder(storageKey: string): string {
  return storageKey.split('/').slice(0, 3).map(keepIdOnly).join('/');
}

/** Masks a sort key that ends with a client's ID after two other parts: `IDEMPOTENCY#POST#…`, `SENT#{userId}#…`. */
function maskClientId(type: ItemTypeName, sk: string): string {
  const [prefix, firstPart = '', ...clientParts] = sk.split('#');
  if (prefix !== ITEM_TYPES[type].sort) return maskTableKey(sk);

  return [prefix, keepIdOnly(firstPart), shortenToDigest(clientParts.join('#'))].join('#');
}

/** Masks each part of a partition key or sort key. A part can be a storage key. */
function maskTableKey(text: string): string {
  return text
    .split('#')
    .map((part) => (part.includes('/') ? maskStorageKey(part) : keepIdOnly(part)))
    .join('#');
}

/** Masks a storage key. The digest of the whole key replaces the file name. */
function maskStorageKey(storageKey: string): string {
  return `${getMaskedFolder(storageKey)}/${shortenToDigest(storageKey)}`;
}

/** Returns a part of a key if it is an ID. Otherwise, returns its digest. */
function keepIdOnly(part: string): string {
  return ID_FORMAT.test(part) ? part : shortenToDigest(part);
}

/** Returns a short digest of a text: `~` and eight characters. */
function shortenToDigest(text: string): string {
  return `~${computeDigest(text).slice(0, 8)}`;
}
