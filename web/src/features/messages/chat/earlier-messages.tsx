import { texts } from '../texts.ts';
import type { ChatState } from './chat-state.ts';

interface EarlierMessagesProps {
  readonly state: ChatState;
  readonly onLoad: () => void;
}

/** What stands above the first message that is here. */
export function EarlierMessages({ state: { timeline, older }, onLoad }: EarlierMessagesProps) {
  if (!timeline.from) return <p className="chat-area__top soft">{timeline.messages.length > 0 && texts.beginning}</p>;
  return (
    <div className="chat-area__top">
      <span role="status">
        {older === 'loading' && texts.loadingEarlier}
        {older === 'failed' && texts.earlierFailed}
      </span>{' '}
      {older !== 'loading' && (
        <button type="button" className="text-button" onClick={onLoad}>
          {older === 'failed' ? texts.retry : texts.loadEarlier}
        </button>
      )}
    </div>
  );
}
