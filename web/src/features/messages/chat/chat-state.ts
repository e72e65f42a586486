import type { Message } from '../../../../../shared/contract/messages.ts';
import type { UserCard } from '../../../../../shared/contract/users.ts';
import type { ApiError } from '../../../platform/api/api-error.ts';
import { EMPTY_TIMELINE, type MessagePage, type Timeline, withReceived } from './timeline.ts';

/** The ID of the newest message that each member has read. An empty string if the member has read no message. */
export interface Watermarks {
  readonly own: string;
  readonly partner: string;
}

/** The loaded state of one conversation. */
export interface ChatState {
  readonly timeline: Timeline;
  /** The partner. Undefined until the first response. */
  readonly user: UserCard | undefined;
  /** Whether the partner has deleted their account. The conversation is then read-only. */
  readonly hasPartnerLeft: boolean;
  /** How many metres the viewer must ascend to start this conversation; 0 if they may write. */
  readonly missingMetres: number;
  readonly watermarks: Watermarks;
  /** Why the first load failed. */
  readonly error: ApiError | Error | undefined;
  /** The state of the request for older messages. */
  readonly olderStatus: 'idle' | 'loading' | 'failed';
  /** Whether the partner is typing. */
  readonly isPartnerTyping: boolean;
}

export const INITIAL_CHAT_STATE: ChatState = {
  timeline: EMPTY_TIMELINE,
  user: undefined,
  hasPartnerLeft: false,
  missingMetres: 0,
  watermarks: { own: '', partner: '' },
  error: undefined,
  olderStatus: 'idle',
  isPartnerTyping: false,
};

/** The response to a request for messages. It also describes the conversation. */
export interface ConversationResponse extends MessagePage {
  readonly user: UserCard;
  readonly left: boolean;
  readonly missingMetres: number;
  readonly read: { readonly own: string | null; readonly other: string | null };
}

/** Applies a response. `add` merges its messages into the timeline. */
export function withResponse(
  state: ChatState,
  response: ConversationResponse,
  add: (timeline: Timeline, page: MessagePage) => Timeline,
): ChatState {
  const { user, left: hasPartnerLeft, missingMetres, read } = response;
  const stateWithOwnWatermark = withWatermark(state, 'own', read.own ?? '');

  return {
    ...withWatermark(stateWithOwnWatermark, 'partner', read.other ?? ''),
    timeline: add(state.timeline, response),
    user,
    hasPartnerLeft,
    missingMetres,
    error: undefined,
  };
}

/**
 * Adds a message that arrived through the socket. The message also opens the composer: replying is always allowed. See
 * docs/product.md#messages.
 */
export function withMessage(state: ChatState, message: Message): ChatState {
  return { ...state, timeline: withReceived(state.timeline, message), missingMetres: 0 };
}

/** Moves a watermark forward; it never moves back. */
export function withWatermark(state: ChatState, whose: keyof Watermarks, upTo: string): ChatState {
  if (upTo <= state.watermarks[whose]) return state;
  return { ...state, watermarks: { ...state.watermarks, [whose]: upTo } };
}
