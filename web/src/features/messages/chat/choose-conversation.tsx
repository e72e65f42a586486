import { Link } from '../../../design/link.tsx';
import { Store, useStore } from '../../../platform/state/store.ts';
import type { InboxRow } from '../inbox/inbox-rows.ts';
import { useMessenger } from '../messenger-context.ts';
import { texts } from './texts.ts';
import './choose-conversation.css';

/** The rows until the messenger has started. */
const NO_ROWS = new Store<readonly InboxRow[]>([]);

/**
 * Shown in place of a conversation while none is open.
 *
 * It explains how to start a conversation only if the inbox has rows: an empty inbox has its own explanation.
 */
export function ChooseConversation() {
  const hasRows = useStore(useMessenger()?.inbox.rows ?? NO_ROWS).length > 0;

  return (
    <div className="prompt choose-conversation">
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d="M8 10h32v22H22l-8 8v-8H8zM16 18h16M16 24h10" />
      </svg>
      <h2>{hasRows ? texts.choose : texts.firstConversation}</h2>
      {hasRows && (
        <>
          <p className="soft">{texts.chooseWhy}</p>
          <Link className="button button--quiet" to="/search">
            {texts.findUsers}
          </Link>
        </>
      )}
    </div>
  );
}
