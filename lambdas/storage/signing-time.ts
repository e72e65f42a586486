import { decodeTime } from 'ulid';
import type { StorageKey } from './storage-key.ts';

/**
 * Returns the time in the ULID of a storage key, in Unix milliseconds.
 *
 * Storage keys also accept ULIDs that start above 7, for which `decodeTime` throws. They count as later than any time.
 */
export function ulidTime(ulid: string): number {
  return /^[0-7]/.test(ulid) ? decodeTime(ulid) : Number.POSITIVE_INFINITY;
}

/**
 * Returns when an object's upload was signed, in Unix milliseconds: the time in its ULID.
 *
 * Every upload is signed before it is stored. So a later ULID proves nothing, and the time of storing counts instead.
 *
 * @param storedAt - when the object was stored, in Unix milliseconds
 */
export function signingTime({ ulid }: Pick<StorageKey, 'ulid'>, storedAt: number): number {
  return Math.min(ulidTime(ulid), storedAt);
}
