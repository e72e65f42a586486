import { memo, type ReactNode, useState } from 'react';
import type { Message } from '../../../../../shared/contract/messages.ts';
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx';
import { LinkedText } from '../../../design/writing/linked-text.tsx';
import type { Outbox } from '../outbox/outbox.ts';
import type { Unsent } from '../outbox/outbox-state.ts';
import { texts } from '../texts.ts';

interface BubbleProps {
  readonly own: boolean;
  /** Who has said it: for those who do not see on which side it stands. */
  readonly name: string;
  readonly content: string;
  /** ISO 8601. */
  readonly time: string;
  /** What more there is to say of it, after the time. */
  readonly status?: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** What somebody has said, when, and what has become of it. */
function Bubble({ own, name, content, time, status, className = '', children }: BubbleProps) {
  return (
    <li className={`bubble bubble--${own ? 'own' : 'other'} ${className}`}>
      <div className="bubble__body">
        <span className="visually-hidden">{texts.said(own ? texts.you : name)} </span>
        <p className="bubble__text" dir="auto">
          <LinkedText text={content} />
        </p>
      </div>
      <p className="bubble__foot">
        <time dateTime={time} title={new Date(time).toLocaleString()}>
          {clock.format(new Date(time))}
        </time>
        {status}
      </p>
      {children}
    </li>
  );
}

interface MessageBubbleProps {
  readonly message: Message;
  readonly own: boolean;
  readonly name: string;
  /** Whether the other has read it. */
  readonly read: boolean;
}

/** A message that is stored. */
export const MessageBubble = memo(function MessageBubble({ message, own, name, read }: MessageBubbleProps) {
  const { content, timestamp } = message;
  return <Bubble own={own} name={name} content={content} time={timestamp} status={own && read ? texts.read : ''} />;
});

interface UnsentBubbleProps {
  readonly unsent: Unsent;
  readonly outbox: Outbox;
  /** Told before what the member has pressed is gone. */
  readonly onSettle: (clientMessageId: string) => void;
}

/** A message that is on its way, or was stopped there (decision 9: it is sent again only when the member says so). */
export function UnsentBubble({ unsent, outbox, onSettle }: UnsentBubbleProps) {
  const [asking, setAsking] = useState(false);
  const { clientMessageId, content, writtenAt, state, problem } = unsent;
  const failed = state === 'failed';

  function settle(what: 'retry' | 'discard') {
    onSettle(clientMessageId);
    outbox[what](clientMessageId);
  }

  return (
    <Bubble
      own
      name=""
      content={content}
      time={writtenAt}
      status={failed ? texts.failed : texts.sending}
      className={failed ? 'bubble--failed' : 'bubble--pending'}
    >
      {failed && problem && <p className="bubble__problem">{problem}</p>}
      {failed && (
        <div className="bubble__actions">
          <button type="button" className="text-button" onClick={() => settle('retry')}>
            {texts.retry}
          </button>
          <button type="button" className="text-button" onClick={() => setAsking(true)}>
            {texts.discard}
          </button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          question={texts.discardQuestion}
          consequence={texts.discardFinal}
          yes={texts.discard}
          no={texts.keep}
          onYes={() => settle('discard')}
          onClose={() => setAsking(false)}
        />
      )}
    </Bubble>
  );
}
