import { Skeleton } from '../../design/skeleton.tsx';
import { InboxList } from '../../features/messages/inbox/inbox-list.tsx';
import { useMessenger } from '../../features/messages/messenger-context.ts';
import { UnreadBadge } from '../../features/messages/unread-badge.tsx';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';
import { memberTexts } from './texts.ts';

const { messages } = memberTexts;

/** /messages */
export default function Messages() {
  const messenger = useMessenger();
  return (
    <Screen className="screen--form" title={messages.title} heading={<Heading />}>
      <RequireProfile signIn={messages.signIn}>
        {() => (messenger ? <InboxList messenger={messenger} /> : <Skeleton label={messages.loading} shape="rows" />)}
      </RequireProfile>
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
