import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../../../shared/contract/messages.ts';
import { tabActive } from '../../../platform/browser/tab-active.ts';
import { useStore } from '../../../platform/state/store.ts';
import { findFirstUnreadId } from './chat-items.ts';

/**
 * Places the "New messages" marker above the first new message. Messages are new if they are unread when the chat opens
 * (their IDs are greater than the member's watermark), or unseen (they arrived while the tab was inactive).
 *
 * @param readUpTo - the ID of the newest message that the member had read when the chat was opened
 * @returns [firstNewId, removeMarker]; firstNewId is the ID of the message below the marker, or undefined
 */
export function useNewMessagesMarker(messages: readonly Message[], partnerId: string, readUpTo: string) {
  const isActive = useStore(tabActive);
  const [firstNewId, setFirstNewId] = useState(() => findFirstUnreadId(messages, partnerId, readUpTo));
  const newestId = messages.at(-1)?.id ?? '';
  const lastSeenId = useRef(newestId);

  useEffect(() => {
    // The member has seen all messages of an active tab.
    if (isActive) {
      lastSeenId.current = newestId;
      return;
    }

    const firstUnseenId = findFirstUnreadId(messages, partnerId, lastSeenId.current);
    if (!firstUnseenId) return;

    setFirstNewId((currentId) => {
      // A marker above an unseen message stays when further messages arrive. IDs sort by time, so `>` means later.
      const isUnseen = currentId !== undefined && currentId > lastSeenId.current;
      return isUnseen ? currentId : firstUnseenId;
    });
  }, [messages, newestId, partnerId, isActive]);

  const removeMarker = () => setFirstNewId(undefined);
  return [firstNewId, removeMarker] as const;
}
