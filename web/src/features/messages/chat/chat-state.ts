import type { Message } from '../../../../../shared/contract/messages.ts';
import type { UserCard } from '../../../../../shared/contract/users.ts';
import type { ApiError } from '../../../platform/api/api-error.ts';
import { type MessagePage, type Timeline, UNKNOWN, withReceived } from './timeline.ts';

/** Up to which message either side has read; '' before the first. */
export interface Watermarks {
  readonly own: string;
  readonly other: string;
}

/** One conversation as the page knows it. */
export interface ChatState {
  readonly timeline: Timeline;
  /** Undefined until the first answer. */
  readonly user: UserCard | undefined;
  /** Nobody can write to them any more. */
  readonly left: boolean;
  /** How far the member has to ascend to begin this conversation. */
  readonly missingMetres: number;
  readonly read: Watermarks;
  /** Why there is nothing to show. */
  readonly error: ApiError | Error | undefined;
  readonly older: 'idle' | 'loading' | 'failed';
  readonly typing: boolean;
}

export const NEW_CHAT: ChatState = {
  timeline: UNKNOWN,
  user: undefined,
  left: false,
  missingMetres: 0,
  read: { own: '', other: '' },
  error: undefined,
  older: 'idle',
  typing: false,
};

/** The answer to a question for messages, with what else it says of the conversation. */
export interface ConversationAnswer extends MessagePage {
  readonly user: UserCard;
  readonly left: boolean;
  readonly missingMetres: number;
  readonly read: { readonly own: string | null; readonly other: string | null };
}

/** With an answer, whose messages go where `add` puts them. */
export function withAnswer(
  state: ChatState,
  answer: ConversationAnswer,
  add: (timeline: Timeline, page: MessagePage) => Timeline,
): ChatState {
  const { user, left, missingMetres, read } = answer;
  return {
    ...withRead(withRead(state, 'own', read.own ?? ''), 'other', read.other ?? ''),
    timeline: add(state.timeline, answer),
    user,
    left,
    missingMetres,
    error: undefined,
  };
}

/** With a message that has come through the socket. Whoever has a conversation may go on with it (decision 17). */
export function withMessage(state: ChatState, message: Message): ChatState {
  return { ...state, timeline: withReceived(state.timeline, message), missingMetres: 0 };
}

/** With a watermark, which never moves back. */
export function withRead(state: ChatState, whose: keyof Watermarks, upTo: string): ChatState {
  return upTo > state.read[whose] ? { ...state, read: { ...state.read, [whose]: upTo } } : state;
}
