/*
 * The count of the bytes that a member stores, in their profile: files, and pictures of posts. Every write adds to the
 * stored count or subtracts from it, and never sets a value that was read before. Otherwise, files and pictures that
 * arrive concurrently would overwrite each other's bytes. Pictures don't change the profile's version, because it
 * counts changes of depth.
 */
import { tableName } from './client.ts';
import { profileKey } from './keys.ts';
import { PROFILE_EXISTS } from './profile.ts';
import type { TransactItem } from './transaction.ts';

/** Expression of the bytes that a member stores, as `storedBytesOf` returns them. */
export const STORED_BYTES = 'if_not_exists(storedBytes, contributedBytes)';

/** Write condition: the member stores at most `:room` bytes. Conditions can't contain {@link STORED_BYTES}. */
export const HAS_ROOM = '(storedBytes <= :room OR (attribute_not_exists(storedBytes) AND contributedBytes <= :room))';

/**
 * Builds the transaction item that adds bytes to those that a member stores. Fails if the member has no profile, or
 * would store more than `maxBytes`.
 */
export function buildStoredBytesIncrease(userId: string, bytes: number, maxBytes: number): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: profileKey(userId),
      UpdateExpression: `SET storedBytes = ${STORED_BYTES} + :bytes`,
      ConditionExpression: `${PROFILE_EXISTS} AND ${HAS_ROOM}`,
      ExpressionAttributeValues: { ':bytes': bytes, ':room': maxBytes - bytes },
    },
  };
}

/**
 * Builds the transaction item that subtracts bytes that were added before. Fails if the member has no profile, or if
 * the count is lower, which only damaged data has.
 */
export function buildStoredBytesDecrease(userId: string, bytes: number): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: profileKey(userId),
      UpdateExpression: 'SET storedBytes = storedBytes - :bytes',
      ConditionExpression: `${PROFILE_EXISTS} AND storedBytes >= :bytes`,
      ExpressionAttributeValues: { ':bytes': bytes },
    },
  };
}
