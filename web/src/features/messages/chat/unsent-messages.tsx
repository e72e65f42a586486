import { useRef } from 'react';
import { useFocusNextRow } from '../../../design/list-focus.ts';
import { useStore } from '../../../platform/state/store.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { UnsentBubble } from './bubble.tsx';
import { texts } from './texts.ts';

/** The first button of each failed message. */
export const FAILED_BUTTON = '.bubble--failed .text-button:first-child';

/** The messages to a partner who has left before any of them was stored. The viewer can copy and discard them. */
export function UnsentMessages({ outbox, partnerId }: { outbox: Outbox; partnerId: string }) {
  const messages = useStore(outbox.unsentMessages).filter(({ recipientId }) => recipientId === partnerId);
  const list = useRef<HTMLOListElement>(null);
  const moveFocus = useFocusNextRow(
    list,
    FAILED_BUTTON,
    messages.map(({ clientMessageId }) => clientMessageId),
  );

  return (
    <ol ref={list} className="chat-area__messages" aria-label={texts.unsentMessages} tabIndex={-1}>
      {messages.map((message) => (
        <UnsentBubble
          key={message.clientMessageId}
          message={message}
          outbox={outbox}
          closedReason="left"
          onBeforeRemove={moveFocus}
        />
      ))}
    </ol>
  );
}
