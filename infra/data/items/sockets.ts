import { z } from 'zod';
import { partitionIdOf, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { connectionKey, socketKeys } from '../../../lambdas/table/keys.ts';
import { createItemCheck, type ItemCheck } from './item-checks.ts';
import { IN_MEMBER_PARTITION, type ItemDefinition } from './item-definition.ts';
import { epochSecondsSchema, memberIdSchema, primaryKeyShape } from './item-schemas.ts';

const socketSchema = z.object({
  ...primaryKeyShape,
  userId: memberIdSchema,
  openedAt: z.int().positive().optional(),
  expiresAt: epochSecondsSchema,
});

/** Creates the check of one of the two items of an open socket. */
const createSocketCheck = (side: 'memberSocket' | 'socket'): ItemCheck =>
  createItemCheck({
    schema: socketSchema,
    key: ({ userId, ...item }) =>
      side === 'socket' ? connectionKey(partitionIdOf(item)) : socketKeys(userId, sortIdOf('memberSocket', item))[0],
    collect: ({ userId, expiresAt, ...item }, facts) => {
      const connection = side === 'socket' ? partitionIdOf(item) : sortIdOf('memberSocket', item);
      facts.add('socket', { user: userId, connection, side, expiresAt });
    },
  });

/** The item types of open WebSockets, and of the tickets that open them. */
export const socketItems = {
  memberSocket: {
    description: 'An open WebSocket, by member',
    export: IN_MEMBER_PARTITION,
    check: createSocketCheck('memberSocket'),
    invariants: ['socket-pairs', 'purge-complete'],
  },

  socket: {
    description: 'An open WebSocket, by connection',
    export: { notExportedBecause: 'repeats the member socket' },
    check: createSocketCheck('socket'),
    invariants: ['socket-pairs', 'purge-complete'],
  },

  ticket: {
    description: 'A ticket that opens one WebSocket',
    export: { notExportedBecause: 'expires after one minute, and its key is a secret' },
    check: createItemCheck({ schema: socketSchema }),
    invariants: { uncheckedBecause: 'expires after one minute' },
  },
} as const satisfies Record<string, ItemDefinition>;
