import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFocusNextRow } from '../../../design/list-focus.ts';
import { useStore } from '../../../platform/store.ts';
import type { Messenger } from '../messenger.ts';
import type { Unsent } from '../outbox/outbox-state.ts';
import { texts } from '../texts.ts';
import { MessageBubble, UnsentBubble } from './bubble.tsx';
import type { Chat } from './chat.ts';
import { chatItems } from './chat-items.ts';
import { EarlierMessages } from './earlier-messages.tsx';
import { shownMessages } from './timeline.ts';
import { useNewMark } from './use-new-mark.ts';
import { useScrollPlace } from './use-scroll-place.ts';

interface MessageAreaProps {
  readonly messenger: Messenger;
  readonly chat: Chat;
  readonly userId: string;
  readonly name: string;
}

/** The messages of a conversation, and what is on its way. */
export function MessageArea({ messenger: { viewerId, outbox }, chat, userId, name }: MessageAreaProps) {
  const state = useStore(chat.state);
  const unsent = useStore(outbox.unsent).filter(({ recipientId }) => recipientId === userId);
  const messages = useMemo(() => shownMessages(state.timeline), [state.timeline]);
  const area = useRef<HTMLElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [mark, unmark] = useNewMark(messages, userId, state.read.own);
  const written = unsent.at(-1)?.clientMessageId;

  const loadOlder = useCallback(() => {
    if (chat.state.value.older === 'idle') void chat.loadOlder();
  }, [chat]);
  const toEnd = useScrollPlace({
    area,
    content: contentOf(messages.length, unsent, state.older),
    written,
    onTop: loadOlder,
    onEnd: setAtEnd,
  });
  const news = useNews(messages.at(-1), userId, atEnd);
  // What failed has buttons, which go when one is pressed.
  const failed = unsent.flatMap(({ clientMessageId, state: its }) => (its === 'failed' ? clientMessageId : []));
  const settle = useFocusNextRow(area, '.bubble--failed .text-button:first-child', failed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever answers has seen what was new.
  useEffect(() => {
    if (written !== undefined) unmark();
  }, [written]);

  return (
    <div className="chat-area">
      <p role="status" className="visually-hidden">
        {news.latest && `${texts.said(name)} ${news.latest.content}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section ref={area} className="chat-area__scroll" aria-label={texts.messagesWith(name)} tabIndex={0}>
        <EarlierMessages state={state} onLoad={() => void chat.loadOlder()} />
        {messages.length + unsent.length === 0 && <p className="chat-area__empty soft">{texts.noMessages(name)}</p>}
        <ol className="chat-area__messages">
          {chatItems(messages, viewerId, mark).map((item) => {
            if (item.kind === 'day') return <Separator key={item.key} className="chat-day" text={item.label} />;
            if (item.kind === 'new') return <Separator key={item.key} className="chat-new" text={texts.newMessages} />;
            const { id, sender } = item.message;
            return (
              <MessageBubble
                key={item.key}
                message={item.message}
                own={sender === viewerId}
                name={name}
                read={id <= state.read.other}
              />
            );
          })}
          {unsent.map((message) => (
            <UnsentBubble key={message.clientMessageId} unsent={message} outbox={outbox} onSettle={settle} />
          ))}
        </ol>
      </section>
      {news.below && (
        <button type="button" className="button button--small chat-area__below" onClick={toEnd}>
          {texts.newMessages} <span aria-hidden="true">↓</span>
        </button>
      )}
    </div>
  );
}

function Separator({ className, text }: { className: string; text: string }) {
  return (
    <li className={className}>
      <span>{text}</span>
    </li>
  );
}

function contentOf(messages: number, unsent: readonly Unsent[], older: string): string {
  return [messages, older, ...unsent.map(({ clientMessageId, state }) => clientMessageId + state)].join();
}

/** The last message of the other that has come since the conversation was opened, and whether it is still below. */
function useNews(
  last: { readonly id: string; readonly sender: string; readonly content: string } | undefined,
  userId: string,
  atEnd: boolean,
) {
  const [first] = useState(last?.id ?? '');
  const [seen, setSeen] = useState(first);
  const latest = last && last.sender === userId && last.id > first ? last : undefined;
  if (atEnd && last && last.id !== seen) setSeen(last.id);
  return { latest, below: latest !== undefined && !atEnd && latest.id > seen };
}
