import type { SocketAction } from '../../shared/contract/socket-frames.ts';
import type { Case } from './access-rows.ts';

/** The cases of a member that a socket action names. `itemDeleted` would repeat `authorDeleted`. */
export type MemberCase = Exclude<Case, 'itemDeleted'>;

/**
 * The type of the frame that the caller receives, or the code of its error, by the case of the member that an action
 * names. `none` if nothing happens. Add a row for each new action.
 */
export const EXPECTED_SOCKET_RESULTS: Readonly<Record<SocketAction, Readonly<Record<MemberCase, string>> | null>> = {
  sendMessage: {
    above: 'DepthTooLow',
    equal: 'sent',
    below: 'sent',
    own: 'InvalidInput',
    authorDeleted: 'NotFound',
    unknown: 'NotFound',
  },
  // Requires a conversation, which stays after its partner has deleted their account.
  markRead: {
    above: 'NotFound',
    equal: 'read',
    below: 'read',
    own: 'NotFound',
    authorDeleted: 'read',
    unknown: 'NotFound',
  },
  typing: { above: 'none', equal: 'none', below: 'none', own: 'none', authorDeleted: 'none', unknown: 'none' },
  // Names no member.
  ping: null,
};
