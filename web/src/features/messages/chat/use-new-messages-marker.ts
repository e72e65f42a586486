import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../../../shared/contract/messages.ts';
import { tabActive } from '../../../platform/browser/tab-active.ts';
import { useStore } from '../../../platform/state/store.ts';
import { findFirstUnreadId } from './chat-items.ts';

/**
 * Returns the position of the "New messages" marker, and a function that removes it.
 *
 * The marker is above the first message that was unread when the chat was opened, or that arrived while the tab was
 * inactive.
 *
 * @param readUpTo - the member's watermark when the chat was opened
 * @returns [firstNewId, removeMarker]; firstNewId is the ID of the message below the marker, or undefined
 */
export function useNewMessagesMarker(messages: readonly Message[], partnerId: string, readUpTo: string) {
  const isActive = useStore(tabActive);
  const [firstNewId, setFirstNewId] = useState(() => findFirstUnreadId(messages, partnerId, readUpTo));
  const lastSeenId = useRef(messages.at(-1)?.id ?? '');

  useEffect(() => {
    if (isActive) {
      lastSeenId.current = messages.at(-1)?.id ?? '';
      return;
    }

    const firstUnseenId = findFirstUnreadId(messages, partnerId, lastSeenId.current);
    if (!firstUnseenId) return;

    // A marker above an unseen message stays when further messages arrive. IDs sort by time.
    setFirstNewId((markedId) => (markedId && markedId > lastSeenId.current ? markedId : firstUnseenId));
  }, [messages, partnerId, isActive]);

  const removeMarker = () => setFirstNewId(undefined);
  return [firstNewId, removeMarker] as const;
}
