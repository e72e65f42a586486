import { useMatch } from 'react-router-dom';
import { Skeleton } from '../../design/skeleton.tsx';
import { ChooseConversation } from '../../features/messages/chat/choose-conversation.tsx';
import { InboxList } from '../../features/messages/inbox/inbox-list.tsx';
import { useMessenger } from '../../features/messages/messenger-context.ts';
import { UnreadBadge } from '../../features/messages/unread-badge.tsx';
import { useMedia } from '../../platform/browser/use-media.ts';
import { useMember } from '../layout/member.ts';
import { RequireProfile } from '../layout/require-profile.tsx';
import { useScreenHeading } from '../layout/screen.tsx';
import { Conversation } from './conversation.tsx';
import './messages.css';
import { memberTexts } from './texts.ts';

const { messages } = memberTexts;

const INBOX_SKELETON = { shape: 'rows', count: 5 } as const;

/** Windows of this width show the inbox and a conversation next to each other. */
const TWO_PANES = '(width >= 64rem)';

/**
 * The screen at /messages and /messages/{userId}. In wide windows, the inbox stays mounted when a conversation opens,
 * so the inbox keeps its pages and its scroll position.
 */
export default function Messages() {
  const partnerId = useMatch('/messages/:userId')?.params.userId;
  const isWide = useMedia(TWO_PANES);

  return (
    <div className={`screen messages${isWide ? ' messages--wide' : ''}`}>
      {(isWide || partnerId === undefined) && <InboxPane openUserId={partnerId} />}
      {/* A new key per partner, so that each conversation is a new screen. */}
      {partnerId !== undefined && <Conversation key={partnerId} partnerId={partnerId} />}
      {isWide && partnerId === undefined && <ChooseConversation />}
    </div>
  );
}

interface InboxPaneProps {
  /**
   * The partner of the conversation next to the inbox. The conversation then has the heading, loading text, and
   * prompts.
   */
  readonly openUserId: string | undefined;
}

function InboxPane({ openUserId }: InboxPaneProps) {
  return (
    <section className="messages__inbox" aria-label={messages.inbox}>
      <div className="messages__scroll">
        {openUserId === undefined ? (
          <MainHeading />
        ) : (
          <h2 className="messages__heading">
            <Heading />
          </h2>
        )}
        <InboxContent openUserId={openUserId} />
      </div>
    </section>
  );
}

/** The inbox. Shows a skeleton or a prompt while there is no profile. */
function InboxContent({ openUserId }: InboxPaneProps) {
  const messenger = useMessenger();
  const member = useMember();

  if (member?.profile && messenger) return <InboxList messenger={messenger} openUserId={openUserId} />;
  if (openUserId === undefined) {
    return (
      <RequireProfile signIn={messages.signIn} skeleton={INBOX_SKELETON}>
        {() => <Skeleton label={messages.loading} {...INBOX_SKELETON} />}
      </RequireProfile>
    );
  }

  return member && !member.error && <Skeleton {...INBOX_SKELETON} />;
}

function MainHeading() {
  const headingRef = useScreenHeading(messages.title);
  return (
    <h1 ref={headingRef} className="messages__heading" tabIndex={-1}>
      <Heading />
    </h1>
  );
}

function Heading() {
  return (
    <span className="inbox-heading">
      {messages.title}
      <UnreadBadge />
    </span>
  );
}
