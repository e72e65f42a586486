import { memo, type ReactNode, useEffect, useState } from 'react';
import type { Message } from '../../../../../shared/contract/messages.ts';
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx';
import { LinkedText } from '../../../design/writing/linked-text.tsx';
import { formatClock, formatDateTime } from '../../../platform/text/format-time.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { UnsentMessage } from '../outbox/outbox-state.ts';
import { type ClosedReason, getRetryState } from '../outbox/retry-state.ts';
import { texts } from './texts.ts';

interface BubbleProps {
  readonly isOwn: boolean;
  /** The sender, for screen readers. */
  readonly name: string;
  readonly content: string;
  /** ISO 8601. */
  readonly time: string;
  /** Shown after the time, e.g. " · Read". */
  readonly status?: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** One message with its time and status. */
function Bubble({ isOwn, name, content, time, status, className = '', children }: BubbleProps) {
  return (
    <li className={`bubble bubble--${isOwn ? 'own' : 'other'} ${className}`}>
      <div className="bubble__body">
        <span className="visually-hidden">{texts.speaker(isOwn ? texts.you : name)} </span>
        <p className="bubble__text" dir="auto">
          <LinkedText text={content} />
        </p>
        <p className="bubble__foot">
          <time dateTime={time} title={formatDateTime(time)}>
            {formatClock(time)}
          </time>
          {status}
        </p>
      </div>
      {children}
    </li>
  );
}

interface MessageBubbleProps {
  readonly message: Message;
  readonly isOwn: boolean;
  readonly name: string;
  /** Whether the partner has read the message. */
  readonly isRead: boolean;
}

/** A stored message. */
export const MessageBubble = memo(function MessageBubble({ message, isOwn, name, isRead }: MessageBubbleProps) {
  const { content, timestamp } = message;
  return (
    <Bubble isOwn={isOwn} name={name} content={content} time={timestamp} status={isOwn && isRead ? texts.read : ''} />
  );
});

interface UnsentBubbleProps {
  readonly message: UnsentMessage;
  readonly outbox: Outbox;
  /** Undefined if the member can write to the partner. */
  readonly closedReason: ClosedReason | undefined;
  /** Called before a retry or discard removes the pressed button, so that the focus can move. */
  readonly onBeforeRemove: (clientMessageId: string) => void;
}

/** A pending or failed message. A failed one is resent only with the Retry button. See docs/product.md#messages. */
export function UnsentBubble({ message, outbox, closedReason, onBeforeRemove }: UnsentBubbleProps) {
  const { clientMessageId, content, writtenAt, state } = message;
  const hasFailed = state === 'failed';
  const [isConfirming, setIsConfirming] = useState(false);

  const now = useNow(message.notBefore);
  const { canRetry, reason } = getRetryState(message, closedReason, now);

  function resolve(action: 'retry' | 'discard') {
    onBeforeRemove(clientMessageId);
    outbox[action](clientMessageId);
  }

  return (
    <Bubble
      isOwn
      name=""
      content={content}
      time={writtenAt}
      status={hasFailed ? texts.failed : texts.sending}
      className={hasFailed ? 'bubble--failed' : 'bubble--pending'}
    >
      {hasFailed && reason && <p className="bubble__problem">{reason}</p>}
      {hasFailed && (
        <div className="bubble__actions">
          {canRetry && (
            <button type="button" className="text-button" onClick={() => resolve('retry')}>
              {texts.retry}
            </button>
          )}
          <button type="button" className="text-button" onClick={() => setIsConfirming(true)}>
            {texts.discard}
          </button>
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          question={texts.discardQuestion}
          consequence={texts.discardFinal}
          confirmLabel={texts.discard}
          cancelLabel={texts.keep}
          onConfirm={() => resolve('discard')}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </Bubble>
  );
}

/** Returns the current time, and renders again at `nextTime`. Both are in milliseconds since 1970. */
function useNow(nextTime = 0): number {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const update = () => setNow(Date.now());
    const timer = setTimeout(update, Math.max(0, nextTime - Date.now()));
    return () => clearTimeout(timer);
  }, [nextTime]);

  return now;
}
