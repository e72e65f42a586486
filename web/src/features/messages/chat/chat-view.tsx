import { useEffect } from 'react';
import { Skeleton } from '../../../design/skeleton.tsx';
import { useStore } from '../../../platform/store.ts';
import { Connection } from '../connection.tsx';
import type { Messenger } from '../messenger.ts';
import { displayName, texts } from '../texts.ts';
import './chat.css';
import { ChatProblem } from './chat-problem.tsx';
import { ClosedChat, reasonOf } from './closed-chat.tsx';
import { Composer } from './composer.tsx';
import { MessageArea } from './message-area.tsx';

interface ChatViewProps {
  readonly messenger: Messenger;
  readonly userId: string;
  /** Where depth is bought, if it can be. */
  readonly ascendPath: string | undefined;
}

/** A conversation with one member, complete and reported as read while it is on screen. */
export function ChatView({ messenger, userId, ascendPath }: ChatViewProps) {
  const chat = messenger.chat(userId);
  const state = useStore(chat.state);
  const unsent = useStore(messenger.outbox.unsent).some(({ recipientId }) => recipientId === userId);
  const name = displayName(userId, state.user);
  const closed = reasonOf(state, name);
  const empty = state.timeline.messages.length === 0 && !unsent;

  useEffect(() => messenger.open(userId), [messenger, userId]);

  if (!state.user && state.error) {
    const self = userId === messenger.viewerId;
    return <ChatProblem error={state.error} self={self} onRetry={() => void chat.load()} />;
  }
  if (!state.user) return <Skeleton label={texts.loading} shape="talk" count={5} />;
  return (
    <div className="panel chat">
      {!(closed && empty) && <MessageArea messenger={messenger} chat={chat} userId={userId} name={name} />}
      <p className="chat__state soft" role="status">
        <Connection socket={messenger.socket} /> {state.typing && texts.typing(name)}
      </p>
      {closed ? (
        <ClosedChat reason={closed} ascendPath={state.left ? undefined : ascendPath} empty={empty} />
      ) : (
        <Composer messenger={messenger} userId={userId} name={name} />
      )}
    </div>
  );
}
