import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../../../shared/contract/messages.ts';
import { tabActive } from '../../../platform/browser/tab-active.ts';
import { useStore } from '../../../platform/state/store.ts';
import { firstUnread } from './chat-items.ts';

/**
 * Places the "New messages" marker: above the first message that was unread when the chat was opened, or that arrived
 * while the tab had no focus.
 *
 * @param readUpTo - the member's watermark when the chat was opened
 * @returns the ID of the message below the marker, and a function that removes the marker
 */
export function useNewMessagesMarker(messages: readonly Message[], partnerId: string, readUpTo: string) {
  const isActive = useStore(tabActive);
  const [firstNewId, setFirstNewId] = useState(() => firstUnread(messages, partnerId, readUpTo));
  const seenId = useRef(messages.at(-1)?.id ?? '');

  useEffect(() => {
    if (!isActive) {
      const firstUnreadId = firstUnread(messages, partnerId, seenId.current);
      // Of several new messages, keep the first.
      if (firstUnreadId) setFirstNewId((current) => (current && current > seenId.current ? current : firstUnreadId));
      return;
    }
    seenId.current = messages.at(-1)?.id ?? '';
  }, [messages, partnerId, isActive]);

  return [firstNewId, () => setFirstNewId(undefined)] as const;
}
