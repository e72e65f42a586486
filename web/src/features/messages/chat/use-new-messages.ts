import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Message } from '../../../../../shared/contract/messages.ts';
import type { UnsentMessage } from '../outbox/outbox-state.ts';
import type { Chat } from './chat.ts';
import type { ChatState } from './chat-state.ts';
import { useChatScroll } from './use-chat-scroll.ts';
import { useNewMessagesMarker } from './use-new-messages-marker.ts';

interface NewMessagesOptions {
  /** The element that scrolls. */
  readonly area: RefObject<HTMLElement | null>;
  readonly chat: Chat;
  readonly state: ChatState;
  readonly partnerId: string;
  /** The stored messages that are shown. */
  readonly messages: readonly Message[];
  readonly unsentMessages: readonly UnsentMessage[];
}

/**
 * Keeps the scroll position when messages are added, and finds the messages that are new to the member. When the
 * member scrolls near the top, it loads earlier messages.
 *
 * @returns the ID of the message below the "New messages" marker; the partner's last message since the chat was opened,
 *   and whether it is still below the visible part; and a function that scrolls to the end
 */
export function useNewMessages({ area, chat, state, partnerId, messages, unsentMessages }: NewMessagesOptions) {
  /** Whether the area is at its end and follows new messages. */
  const [isFollowing, setIsFollowing] = useState(true);
  const [firstNewId, removeMarker] = useNewMessagesMarker(messages, partnerId, state.watermarks.own);
  const newestUnsentId = unsentMessages.at(-1)?.clientMessageId;

  const loadEarlier = useCallback(() => {
    if (chat.state.value.earlierStatus === 'idle') void chat.loadEarlier();
  }, [chat]);

  const scrollToEnd = useChatScroll({
    area,
    savedPosition: chat,
    contentKey: buildContentKey(messages.length, unsentMessages, state.earlierStatus),
    newestUnsentId,
    onNearTop: loadEarlier,
    onScroll: setIsFollowing,
  });
  const incoming = useLastIncoming(messages.at(-1), partnerId, isFollowing);

  // A member who writes has seen the new messages.
  const onWrite = useEffectEvent(removeMarker);
  useEffect(() => {
    if (newestUnsentId !== undefined) onWrite();
  }, [newestUnsentId]);

  return { firstNewId, incoming, scrollToEnd };
}

/** Returns a key that changes when anything is added to the area. */
function buildContentKey(
  messageCount: number,
  unsentMessages: readonly UnsentMessage[],
  earlierStatus: string,
): string {
  const unsentKeys = unsentMessages.map(({ clientMessageId, state }) => clientMessageId + state);
  return [messageCount, earlierStatus, ...unsentKeys].join();
}

/** Returns the partner's last message since the chat was opened, and whether it is still below the visible part. */
function useLastIncoming(message: Message | undefined, partnerId: string, isFollowing: boolean) {
  const [initialId] = useState(message?.id ?? '');
  const [seenId, setSeenId] = useState(initialId);

  if (isFollowing && message && message.id !== seenId) setSeenId(message.id);

  const lastIncoming = message && message.sender === partnerId && message.id > initialId ? message : undefined;
  const isBelow = lastIncoming !== undefined && !isFollowing && lastIncoming.id > seenId;
  return { last: lastIncoming, isBelow };
}
