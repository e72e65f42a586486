import { ITEM_TYPES, type ItemKey, type ItemTypeName } from '../../../lambdas/table/item-types.ts';
import { digestOf } from './facts.ts';

/** Types whose sort key ends with an ID that a client chose. The ID can be any text. */
const TYPES_WITH_CLIENT_ID: readonly ItemTypeName[] = ['idempotencyKey', 'sentMessage'];

/** Matches an ID: letters, digits, underscores, and hyphens. Any other text may be a name or an address. */
const ID = /^[\w-]{0,64}$/;

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

  return [prefix, mask(firstPart), digestInstead(clientParts.join('#'))].join('#');
}

/** Masks each part of a key, and each part of a storage key within it. */
function maskParts(text: string): string {
  return text
    .split('#')
    .map((part) => (part.includes('/') ? maskStorageKey(part) : mask(part)))
    .join('#');
}

function maskStorageKey(storageKey: string): string {
  return `${folderOf(storageKey)}/${digestInstead(storageKey)}`;
}

function mask(part: string): string {
  return ID.test(part) ? part : digestInstead(part);
}

/** Returns a short digest in place of a text. */
function digestInstead(text: string): string {
  return `~${digestOf(text).slice(0, 8)}`;
}

/**
 * Returns the storage key in the source ID of a ledger entry, or undefined if the source is not a file. The source ID
 * of a correction ends with `#` and a number.
 */
export function storageKeyOf(source: string, sourceId: string): string | undefined {
  if (source === 'correction') return sourceId.replace(/#\d+$/, '');
  return source === 'upload' || source === 'removal' ? sourceId : undefined;
}
