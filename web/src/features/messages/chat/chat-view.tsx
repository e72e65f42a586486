import { useEffect } from 'react';
import RemainingAllowance from '../../../design/remaining-allowance.tsx';
import { Skeleton } from '../../../design/skeleton.tsx';
import { useStore } from '../../../platform/state/store.ts';
import { ConnectionStatus } from '../connection-status.tsx';
import { displayName } from '../display-name.ts';
import type { Messenger } from '../messenger.ts';
import { texts } from './texts.ts';
import './chat.css';
import { ChatProblem, isChatImpossible } from './chat-problem.tsx';
import { ClosedChat, findClosedText } from './closed-chat.tsx';
import { Composer } from './composer.tsx';
import { MessageArea } from './message-area.tsx';
import { UnsentMessages } from './unsent-messages.tsx';

interface ChatViewProps {
  readonly messenger: Messenger;
  readonly partnerId: string;
  /** The payment page, or undefined if payments are disabled. */
  readonly paymentsPath: string | undefined;
}

/** Shows a conversation, and keeps it up to date and read while it is on screen. */
export function ChatView({ messenger, partnerId, paymentsPath }: ChatViewProps) {
  const chat = messenger.chat(partnerId);
  const state = useStore(chat.state);
  const hasUnsent = useStore(messenger.outbox.unsentMessages).some(({ recipientId }) => recipientId === partnerId);
  const partnerName = displayName(partnerId, state.partner);
  const closedText = findClosedText(state, partnerName);
  const isEmpty = state.timeline.messages.length === 0 && !hasUnsent;

  useEffect(() => messenger.open(partnerId), [messenger, partnerId]);

  if (!state.partner && state.error) {
    const isSelf = partnerId === messenger.viewerId;
    return (
      <>
        <ChatProblem error={state.error} isSelf={isSelf} onRetry={() => void chat.load()} />
        {hasUnsent && isChatImpossible(state.error) && (
          <UnsentMessages outbox={messenger.outbox} partnerId={partnerId} />
        )}
      </>
    );
  }
  if (!state.partner) return <Skeleton label={texts.loading} shape="chat" count={5} />;

  return (
    <div className="chat">
      {!(closedText && isEmpty) && (
        <MessageArea messenger={messenger} chat={chat} partnerId={partnerId} partnerName={partnerName} />
      )}
      <p className="chat__state soft" role="status">
        <ConnectionStatus socket={messenger.socket} /> {state.isPartnerTyping && texts.typing(partnerName)}
      </p>
      {!closedText && isEmpty && <RemainingAllowance limits={['conversations']} />}
      {closedText ? (
        <ClosedChat
          text={closedText}
          paymentsPath={state.hasPartnerLeft ? undefined : paymentsPath}
          isEmpty={isEmpty}
        />
      ) : (
        <Composer messenger={messenger} partnerId={partnerId} partnerName={partnerName} />
      )}
    </div>
  );
}
