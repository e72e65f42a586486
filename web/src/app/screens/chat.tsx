import { useParams } from 'react-router-dom';
import { Skeleton } from '../../design/skeleton.tsx';
import { ChatHeading, ChatLinks } from '../../features/messages/chat/chat-heading.tsx';
import { INITIAL_CHAT_STATE } from '../../features/messages/chat/chat-state.ts';
import { ChatView } from '../../features/messages/chat/chat-view.tsx';
import { useMessenger } from '../../features/messages/messenger-context.ts';
import { Store, useStore } from '../../platform/store.ts';
import { ASCEND_PATH } from '../layout/paths.ts';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';
import { memberTexts } from './texts.ts';

const { messages } = memberTexts;
const EMPTY_CHAT = new Store(INITIAL_CHAT_STATE);

/** /messages/{userId} */
export default function Chat() {
  const { userId = '' } = useParams();
  const messenger = useMessenger();
  const { user, left } = useStore(messenger?.chat(userId).state ?? EMPTY_CHAT);
  return (
    <Screen
      // A new key per partner, so that each conversation is a new screen.
      key={userId}
      className="chat-screen"
      title={user?.username ?? messages.chat}
      heading={user && <ChatHeading userId={userId} user={user} />}
      lead={<ChatLinks profile={user && !left ? `/profile/${userId}` : undefined} />}
    >
      <RequireProfile signIn={messages.signIn}>
        {() =>
          messenger ? (
            <ChatView messenger={messenger} userId={userId} ascendPath={ASCEND_PATH} />
          ) : (
            <Skeleton label={messages.loading} shape="chat" count={5} />
          )
        }
      </RequireProfile>
    </Screen>
  );
}
