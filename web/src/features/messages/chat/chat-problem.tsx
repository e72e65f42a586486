import { Link } from 'react-router-dom';
import { ErrorPanel } from '../../../design/error-panel.tsx';
import { ApiError } from '../../../platform/api/api-error.ts';
import { texts } from '../texts.ts';

interface ChatProblemProps {
  readonly error: Error;
  /** The address is the member's own id. */
  readonly isSelf: boolean;
  readonly onRetry: () => void;
}

/** Shows why a chat can't be opened: no such member, or the load failed. */
export function ChatProblem({ error, isSelf, onRetry }: ChatProblemProps) {
  const isMissing = error instanceof ApiError && (error.code === 'NotFound' || error.code === 'InvalidInput');
  return (
    <ErrorPanel
      text={isSelf ? texts.self : isMissing ? texts.notFound : `${texts.chatFailed} ${error.message}`}
      onRetry={isMissing ? undefined : onRetry}
    >
      {isMissing && (
        <Link className="button" to="/messages">
          {texts.back}
        </Link>
      )}
    </ErrorPanel>
  );
}
