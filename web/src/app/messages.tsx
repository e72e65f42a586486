import { Skeleton } from '../design/skeleton.tsx';
import { InboxList } from '../features/messages/inbox/inbox-list.tsx';
import { useMessenger } from '../features/messages/messenger-context.ts';
import { UnreadBadge } from '../features/messages/unread-badge.tsx';
import { memberTexts } from './member-texts.ts';
import { Screen } from './screen.tsx';
import { WithProfile } from './with-profile.tsx';

const { messages } = memberTexts;

/** /messages */
export default function Messages() {
  const messenger = useMessenger();
  return (
    <Screen className="screen--form" title={messages.title} heading={<Heading />}>
      <WithProfile signIn={messages.signIn}>
        {() => (messenger ? <InboxList messenger={messenger} /> : <Skeleton label={messages.loading} shape="rows" />)}
      </WithProfile>
    </Screen>
  );
}

function Heading() {
  return (
    <span className="inbox-heading">
      {messages.title} <UnreadBadge />
    </span>
  );
}
