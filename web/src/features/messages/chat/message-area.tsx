import { useMemo, useRef } from 'react';
import { useFocusNextRow } from '../../../design/list-focus.ts';
import { useStore } from '../../../platform/state/store.ts';
import { today } from '../../../platform/time/today.ts';
import type { Messenger } from '../messenger.ts';
import type { UnsentMessage } from '../outbox/outbox-state.ts';
import type { ClosedReason } from '../outbox/retry-state.ts';
import { MessageBubble, UnsentBubble } from './bubble.tsx';
import type { Chat } from './chat.ts';
import { buildChatItems } from './chat-items.ts';
import type { ChatState } from './chat-state.ts';
import { EarlierMessages } from './earlier-messages.tsx';
import { texts } from './texts.ts';
import { selectVisibleMessages } from './timeline.ts';
import { FAILED_BUTTON } from './unsent-messages.tsx';
import { useNewMessages } from './use-new-messages.ts';

/** Returns why the member can't write to the partner, or undefined. */
function findClosedReason({ hasPartnerLeft, missingMetres }: ChatState): ClosedReason | undefined {
  if (hasPartnerLeft) return 'left';
  return missingMetres > 0 ? 'above' : undefined;
}

function findFailedIds(unsentMessages: readonly UnsentMessage[]): string[] {
  return unsentMessages.filter(({ state }) => state === 'failed').map(({ clientMessageId }) => clientMessageId);
}

function Separator({ className, text }: { className: string; text: string }) {
  return (
    <li className={className}>
      <span>{text}</span>
    </li>
  );
}

interface ChatRowProps {
  readonly item: ReturnType<typeof buildChatItems>[number];
  readonly viewerId: string;
  readonly partnerName: string;
  /** The ID of the newest message that the partner has read. */
  readonly readUpTo: string;
}

/** A stored message, a day separator, or the marker above the first new message. */
function ChatRow({ item, viewerId, partnerName, readUpTo }: ChatRowProps) {
  if (item.kind === 'day') return <Separator className="chat-day" text={item.label} />;
  if (item.kind === 'new') return <Separator className="chat-new" text={texts.newMessages} />;

  const { message } = item;
  return (
    <MessageBubble
      message={message}
      isOwn={message.sender === viewerId}
      name={partnerName}
      // IDs sort by time.
      isRead={message.id <= readUpTo}
    />
  );
}

interface MessageAreaProps {
  readonly messenger: Messenger;
  /** The conversation with the partner. */
  readonly chat: Chat;
  readonly partnerId: string;
  readonly partnerName: string;
}

/** The scrolling list of stored and unsent messages. */
export function MessageArea({ messenger: { viewerId, outbox }, chat, partnerId, partnerName }: MessageAreaProps) {
  const state = useStore(chat.state);
  const messages = useMemo(() => selectVisibleMessages(state.timeline), [state.timeline]);
  const unsentMessages = useStore(outbox.unsentMessages).filter(({ recipientId }) => recipientId === partnerId);
  const startOfToday = new Date(useStore(today));
  const closedReason = findClosedReason(state);

  const area = useRef<HTMLElement>(null);
  const { firstNewId, incoming, scrollToEnd } = useNewMessages({
    area,
    chat,
    state,
    partnerId,
    messages,
    unsentMessages,
  });

  // A failed message loses its buttons when one is pressed. The focus then moves to the next failed message.
  const moveFocus = useFocusNextRow(area, FAILED_BUTTON, findFailedIds(unsentMessages));

  return (
    <div className="chat-area">
      {/* Screen readers announce the partner's newest message. */}
      <p role="status" className="visually-hidden">
        {incoming.last && `${texts.speaker(partnerName)} ${incoming.last.content}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this area. */}
      <section ref={area} className="chat-area__scroll" aria-label={texts.messagesWith(partnerName)} tabIndex={0}>
        <EarlierMessages state={state} onLoad={() => void chat.loadEarlier()} />
        {messages.length + unsentMessages.length === 0 && (
          <p className="chat-area__empty soft">{texts.noMessages(partnerName)}</p>
        )}
        <ol className="chat-area__messages">
          {buildChatItems(messages, viewerId, firstNewId, startOfToday).map((item) => (
            <ChatRow
              key={item.key}
              item={item}
              viewerId={viewerId}
              partnerName={partnerName}
              readUpTo={state.watermarks.partner}
            />
          ))}
          {unsentMessages.map((message) => (
            <UnsentBubble
              key={message.clientMessageId}
              message={message}
              outbox={outbox}
              closedReason={closedReason}
              onBeforeRemove={moveFocus}
            />
          ))}
        </ol>
      </section>
      {incoming.isBelow && (
        <button type="button" className="button button--small chat-area__below" onClick={scrollToEnd}>
          {texts.newMessages} <span aria-hidden="true">↓</span>
        </button>
      )}
    </div>
  );
}
