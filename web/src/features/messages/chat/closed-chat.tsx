import { Link } from '../../../design/link.tsx';
import { formatDifference } from '../../../platform/text/format-depth.ts';
import type { ChatState } from './chat-state.ts';
import { texts } from './texts.ts';

interface ClosedChatProps {
  /** Says why the member can't write. */
  readonly text: string;
  /** The path of the payment page. Undefined if payments are disabled, or more depth wouldn't open the chat. */
  readonly paymentsPath: string | undefined;
  /** Whether the conversation has no messages. */
  readonly isEmpty: boolean;
}

/** SVG path of a padlock. */
const PADLOCK_ICON = 'M13 22h22v18H13zM17 22v-6a7 7 0 0 1 14 0v6M24 30v4';

/** Replaces the composer, or the whole chat if it has no messages, when the member can't write. */
export function ClosedChat({ text, paymentsPath, isEmpty }: ClosedChatProps) {
  return (
    <div className={`chat__closed${isEmpty ? ' chat__closed--empty' : ''}`}>
      {isEmpty && (
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <path d={PADLOCK_ICON} />
        </svg>
      )}
      <p>{text}</p>
      {paymentsPath && (
        <Link className="button button--small" to={paymentsPath}>
          {texts.ascend}
        </Link>
      )}
    </div>
  );
}

/** Returns a text that says why the member can't write here. Undefined if they can. See docs/product.md#messages. */
export function findClosedText(
  { hasPartnerLeft, missingMetres, timeline }: ChatState,
  partnerName: string,
): string | undefined {
  // More depth doesn't help if the partner has left, so this reason comes first.
  if (hasPartnerLeft) return timeline.messages.length > 0 ? texts.left : texts.leftEmpty;

  return missingMetres > 0 ? texts.tooHigh(partnerName, formatDifference(missingMetres)) : undefined;
}
