import { Link } from 'react-router-dom';
import { formatDepth, roundUpDepth } from '../../../platform/format.ts';
import { texts } from '../texts.ts';
import type { ChatState } from './chat-state.ts';

interface ClosedChatProps {
  readonly reason: string;
  /** Where one can do something about it. */
  readonly ascendPath: string | undefined;
  /** Whether there is nothing to read either. */
  readonly empty: boolean;
}

/** Stands where one would write, or in place of the whole conversation when there is none. */
export function ClosedChat({ reason, ascendPath, empty }: ClosedChatProps) {
  return (
    <div className={`chat__closed${empty ? ' chat__closed--empty' : ''}`}>
      {empty && (
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <path d="M13 22h22v18H13zM17 22v-6a7 7 0 0 1 14 0v6M24 30v4" />
        </svg>
      )}
      <p>{reason}</p>
      {ascendPath && (
        <Link className="button button--small" to={ascendPath}>
          {texts.ascend}
        </Link>
      )}
    </div>
  );
}

/** Why nothing can be written (decisions 17 and 25); undefined when it can. */
export function reasonOf({ left, missingMetres }: ChatState, name: string): string | undefined {
  if (left) return texts.left;
  return missingMetres > 0 ? texts.tooHigh(name, formatDepth(roundUpDepth(missingMetres))) : undefined;
}
