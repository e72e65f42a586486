import { socketRoutes } from '../../shared/contract/socket-frames.ts';
import type { BundledFunction } from '../constructs/bundled-function.ts';
import { allowCountingActions } from './count-conduct.ts';
import { allowClosingSockets } from './end-sessions.ts';
import type { CapabilityGrants, SocketResources } from './grants.ts';
import { allowSendingToMembers } from './send-to-members.ts';

/** Grants of the HTTP endpoint that issues tickets. The routes of the WebSocket API follow below. */
export const sockets: CapabilityGrants<'sockets'> = {
  ticket: (fn, { table }) => table.allow(fn, { USER: ['GetItem'], TICKET: ['PutItem'] }),
};

/**
 * Grants one socket route's function the permissions that it needs, and no others. `grants.ts` lists the methods to
 * choose from.
 */
type SocketGrant = (fn: BundledFunction, resources: SocketResources) => void;

/** Grants by route key, without the permissions that several routes share: see {@link addSharedPermissions}. */
const socketGrants: Readonly<Record<string, SocketGrant>> = {
  $connect: (fn, resources) => {
    const { table, sockets } = resources;
    table.allow(fn, { TICKET: ['DeleteItem'], USER: ['ConditionCheckItem', 'PutItem'], SOCKET: ['PutItem'] });
    // The row of the member's last socket shows whether another handshake has registered a socket in the meantime.
    table.allow(fn, { CONDUCT: ['GetItem', 'PutItem'] });
    // The function closes the oldest sockets of a member who has too many.
    sockets.allowSending(fn);
    allowClosingSockets(fn, resources);
  },

  $disconnect: (fn, { table }) => table.allow(fn, { SOCKET: ['GetItem', 'DeleteItem'], USER: ['DeleteItem'] }),

  $default: (fn, { sockets }) => sockets.allowSending(fn),

  sendMessage: (fn, resources) => {
    resources.table.allow(fn, { USER: ['GetItem', 'UpdateItem'], CHAT: ['GetItem', 'PutItem'] });
    allowCountingActions(fn, resources);
    allowSendingToMembers(fn, resources);
  },

  markRead: (fn, resources) => {
    resources.table.allow(fn, { USER: ['GetItem', 'UpdateItem'] });
    allowSendingToMembers(fn, resources);
  },

  typing: (fn, resources) => {
    resources.table.allow(fn, { USER: ['GetItem'] });
    allowSendingToMembers(fn, resources);
  },

  ping: (fn, { sockets }) => sockets.allowSending(fn),
};

/** Extends a grant, so that the function can log the caller's pseudonym (`lambdas/platform/caller-hash.ts`). */
function withCallerHash(grant: SocketGrant): SocketGrant {
  return (fn, resources) => {
    grant(fn, resources);
    resources.callerHashKeys.allow(fn);
  };
}

/**
 * Extends the grant of a frame's route, so that the function can find the member, count the frame, and close the socket
 * of a member who sends too many.
 */
function withFrameCounting(grant: SocketGrant): SocketGrant {
  return (fn, resources) => {
    grant(fn, resources);
    resources.table.allow(fn, { SOCKET: ['GetItem'], CALLS: ['UpdateItem'] });
    resources.sockets.allowClosing(fn);
  };
}

/**
 * Lists the routes of the WebSocket API with their complete grants.
 *
 * @throws Error with the name of a route without grants
 */
export function listSocketRoutes() {
  return socketRoutes.map((route) => {
    const grant = socketGrants[route.key];
    if (!grant) throw new Error(`socket route ${route.key} has no grants in infra/routes/sockets.ts`);

    return { route, grant: addSharedPermissions(route.key, grant) };
  });
}

/**
 * Extends a route's grant with the permissions that several routes share.
 *
 * Every function except that of `$disconnect` logs the caller's pseudonym. Every function that handles frames counts
 * them. Only `$connect` and `$disconnect` handle no frames.
 */
function addSharedPermissions(routeKey: string, grant: SocketGrant): SocketGrant {
  switch (routeKey) {
    case '$disconnect':
      return grant;
    case '$connect':
      return withCallerHash(grant);
    default:
      return withCallerHash(withFrameCounting(grant));
  }
}
