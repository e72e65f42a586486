import { useLayoutEffect, useRef } from 'react';
import type { ChatState } from './chat-state.ts';
import { texts } from './texts.ts';

interface EarlierMessagesProps {
  readonly state: ChatState;
  readonly onLoad: () => void;
}

/**
 * The top of the message list: a button that loads earlier messages, or a note at the beginning.
 *
 * Scrolling to the top also loads earlier messages, and focusing the button scrolls to the top. The button stays while
 * messages load. If the button disappears with the focus, the note receives the focus.
 */
export function EarlierMessages({ state: { timeline, earlierStatus }, onLoad }: EarlierMessagesProps) {
  const note = useRef<HTMLParagraphElement>(null);
  const isFocused = useRef(false);
  const hasEarlier = Boolean(timeline.completeFrom);

  useLayoutEffect(() => {
    if (hasEarlier || !isFocused.current) return;

    isFocused.current = false;
    note.current?.focus({ preventScroll: true });
  }, [hasEarlier]);

  if (!hasEarlier) {
    return (
      <p ref={note} className="chat-area__top soft" tabIndex={-1}>
        {timeline.messages.length > 0 && texts.beginning}
      </p>
    );
  }

  const isLoading = earlierStatus === 'loading';
  const hasFailed = earlierStatus === 'failed';

  return (
    <div className="chat-area__top">
      <span role="status" className={isLoading ? 'visually-hidden' : undefined}>
        {isLoading && texts.loadingEarlier}
        {hasFailed && texts.earlierFailed}
      </span>{' '}
      <button
        type="button"
        className="text-button"
        aria-disabled={isLoading}
        onFocus={() => {
          isFocused.current = true;
        }}
        onBlur={() => {
          isFocused.current = false;
        }}
        onClick={isLoading ? undefined : onLoad}
      >
        {isLoading && texts.loadingEarlier}
        {!isLoading && (hasFailed ? texts.retry : texts.loadEarlier)}
      </button>
    </div>
  );
}
