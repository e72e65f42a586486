import { useParams } from 'react-router-dom';
import { Skeleton } from '../../design/skeleton.tsx';
import { ChatHeading, ChatWays } from '../../features/messages/chat/chat-head.tsx';
import { NEW_CHAT } from '../../features/messages/chat/chat-state.ts';
import { ChatView } from '../../features/messages/chat/chat-view.tsx';
import { useMessenger } from '../../features/messages/messenger-context.ts';
import { Store, useStore } from '../../platform/store.ts';
import { ASCEND_PATH } from '../layout/paths.ts';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';
import { memberTexts } from './texts.ts';

const { messages } = memberTexts;
const UNKNOWN = new Store(NEW_CHAT);

/** /messages/{userId} */
export default function Chat() {
  const { userId = '' } = useParams();
  const messenger = useMessenger();
  const { user, left } = useStore(messenger?.chat(userId).state ?? UNKNOWN);
  return (
    <Screen
      // A conversation with somebody else is another screen.
      key={userId}
      className="chat-screen"
      title={user?.username ?? messages.chat}
      heading={user && <ChatHeading userId={userId} user={user} />}
      lead={<ChatWays profile={user && !left ? `/profile/${userId}` : undefined} />}
    >
      <RequireProfile signIn={messages.signIn}>
        {() =>
          messenger ? (
            <ChatView messenger={messenger} userId={userId} ascendPath={ASCEND_PATH} />
          ) : (
            <Skeleton label={messages.loading} shape="talk" count={5} />
          )
        }
      </RequireProfile>
    </Screen>
  );
}
