import type { Message } from '../../../../../shared/contract/messages.ts';
import type { UserCard } from '../../../../../shared/contract/users.ts';
import { EMPTY_TIMELINE, type MessagePage, type Timeline, withReceived } from './timeline.ts';

/** The newest message that each member has read: its ID, or an empty string if there is none. */
export interface Watermarks {
  readonly own: string;
  readonly partner: string;
}

/** The loaded state of one conversation. */
export interface ChatState {
  readonly timeline: Timeline;
  /** Undefined until the first response. */
  readonly partner: UserCard | undefined;
  /** Whether the partner has deleted their account. The conversation is then read-only. */
  readonly hasPartnerLeft: boolean;
  /** How many metres the viewer must ascend to start this conversation; 0 if they may write. */
  readonly missingMetres: number;
  readonly watermarks: Watermarks;
  /** Why the first load failed. */
  readonly error: Error | undefined;
  /** The state of the request for earlier messages. */
  readonly earlierStatus: 'idle' | 'loading' | 'failed';
  readonly isPartnerTyping: boolean;
}

export const INITIAL_CHAT_STATE: ChatState = {
  timeline: EMPTY_TIMELINE,
  partner: undefined,
  hasPartnerLeft: false,
  missingMetres: 0,
  watermarks: { own: '', partner: '' },
  error: undefined,
  earlierStatus: 'idle',
  isPartnerTyping: false,
};

/** The response to a request for messages. It also describes the conversation. */
export interface ConversationResponse extends MessagePage {
  readonly user: UserCard;
  readonly left: boolean;
  readonly missingMetres: number;
  readonly read: { readonly own: string | null; readonly other: string | null };
}

/**
 * Applies a response.
 *
 * @param mergePage - adds the messages of the response to the timeline
 */
export function withResponse(
  state: ChatState,
  response: ConversationResponse,
  mergePage: (timeline: Timeline, page: MessagePage) => Timeline,
): ChatState {
  const { user: partner, left: hasPartnerLeft, missingMetres, read } = response;
  const stateWithOwnWatermark = withWatermark(state, 'own', read.own ?? '');
  const stateWithWatermarks = withWatermark(stateWithOwnWatermark, 'partner', read.other ?? '');

  return {
    ...stateWithWatermarks,
    timeline: mergePage(state.timeline, response),
    partner,
    hasPartnerLeft,
    missingMetres,
    error: undefined,
  };
}

/**
 * Adds a message that arrived through the socket. A member may always reply, so no metres are missing any more. See
 * docs/product.md#messages.
 */
export function withMessage(state: ChatState, message: Message): ChatState {
  return { ...state, timeline: withReceived(state.timeline, message), missingMetres: 0 };
}

/** Moves a watermark forward; it never moves back. */
export function withWatermark(state: ChatState, whose: keyof Watermarks, messageId: string): ChatState {
  // IDs sort by time.
  if (messageId <= state.watermarks[whose]) return state;
  return { ...state, watermarks: { ...state.watermarks, [whose]: messageId } };
}
