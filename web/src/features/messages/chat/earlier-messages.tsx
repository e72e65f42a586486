import { texts } from '../texts.ts';
import type { ChatState } from './chat-state.ts';

interface EarlierMessagesProps {
  readonly state: ChatState;
  readonly onLoad: () => void;
}

/** The top of the message list: a button that loads earlier messages, or a note at the beginning. */
export function EarlierMessages({ state: { timeline, olderStatus }, onLoad }: EarlierMessagesProps) {
  if (!timeline.completeFrom)
    return <p className="chat-area__top soft">{timeline.messages.length > 0 && texts.beginning}</p>;

  return (
    <div className="chat-area__top">
      <span role="status">
        {olderStatus === 'loading' && texts.loadingEarlier}
        {olderStatus === 'failed' && texts.earlierFailed}
      </span>{' '}
      {olderStatus !== 'loading' && (
        <button type="button" className="text-button" onClick={onLoad}>
          {olderStatus === 'failed' ? texts.retry : texts.loadEarlier}
        </button>
      )}
    </div>
  );
}
