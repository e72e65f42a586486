import { Skeleton } from '../../design/skeleton.tsx';
import { ChatHeading, ChatLinks } from '../../features/messages/chat/chat-heading.tsx';
import { INITIAL_CHAT_STATE } from '../../features/messages/chat/chat-state.ts';
import { ChatView } from '../../features/messages/chat/chat-view.tsx';
import { useMessenger } from '../../features/messages/messenger-context.ts';
import { Store, useStore } from '../../platform/state/store.ts';
import { PAYMENTS_PATH } from '../layout/paths.ts';
import { RequireProfile } from '../layout/require-profile.tsx';
import { useScreenHeading } from '../layout/screen.tsx';
import { memberTexts } from './texts.ts';

const { messages } = memberTexts;
const CHAT_SKELETON = { shape: 'chat', count: 5 } as const;
/** The state until the messenger has started. */
const EMPTY_CHAT = new Store(INITIAL_CHAT_STATE);

/** The conversation with one member. The screen's heading names the member. */
export function Conversation({ partnerId }: { partnerId: string }) {
  const messenger = useMessenger();
  const { partner, hasPartnerLeft } = useStore(messenger?.chat(partnerId).state ?? EMPTY_CHAT);
  const headingRef = useScreenHeading(partner?.username ?? messages.chat);

  return (
    <section className="messages__conversation" aria-label={messages.chat}>
      <header className="chat-head">
        <h1 ref={headingRef} tabIndex={-1}>
          {partner ? <ChatHeading partner={partner} /> : messages.chat}
        </h1>
        <ChatLinks profilePath={partner && !hasPartnerLeft ? `/profile/${partnerId}` : undefined} />
      </header>
      <RequireProfile signIn={messages.signIn} skeleton={CHAT_SKELETON}>
        {() =>
          // The messenger starts after the profile and the socket.
          messenger ? (
            <ChatView messenger={messenger} partnerId={partnerId} paymentsPath={PAYMENTS_PATH} />
          ) : (
            <Skeleton label={messages.loading} {...CHAT_SKELETON} />
          )
        }
      </RequireProfile>
    </section>
  );
}
