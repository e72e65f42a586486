import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { BubbleLoader } from '../../../ocean/bubble-loader.tsx';
import { formatDepth, roundUpDepth } from '../../../platform/format/depth-text.ts';
import { useStore } from '../../../platform/store.ts';
import { displayName } from '../display-name.ts';
import type { Messenger } from '../messenger.ts';
import { texts } from '../texts.ts';
import './chat.css';
import { ChatProblem } from './chat-problem.tsx';
import type { ChatState } from './chat-state.ts';
import { Composer } from './composer.tsx';
import { Connection } from './connection.tsx';
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
  const name = displayName(userId, state.user);
  const closed = reasonOf(state, name);

  useEffect(() => messenger.open(userId), [messenger, userId]);

  if (!state.user && state.error) {
    const self = userId === messenger.viewerId;
    return <ChatProblem error={state.error} self={self} onRetry={() => void chat.load()} />;
  }
  if (!state.user) return <BubbleLoader label={texts.loading} />;
  return (
    <div className="panel chat">
      <MessageArea messenger={messenger} chat={chat} userId={userId} name={name} writable={!closed} />
      <p className="chat__state soft" role="status">
        <Connection socket={messenger.socket} /> {state.typing && texts.typing(name)}
      </p>
      {closed ? (
        <div className="chat__closed">
          <p>{closed}</p>
          {!state.left && ascendPath && (
            <Link className="button button--small" to={ascendPath}>
              {texts.ascend}
            </Link>
          )}
        </div>
      ) : (
        <Composer messenger={messenger} userId={userId} name={name} />
      )}
    </div>
  );
}

/** Why nothing can be written here (decisions 17 and 25). */
function reasonOf({ left, missingMetres }: ChatState, name: string): string | undefined {
  if (left) return texts.left;
  return missingMetres > 0 ? texts.tooHigh(name, formatDepth(roundUpDepth(missingMetres))) : undefined;
}
