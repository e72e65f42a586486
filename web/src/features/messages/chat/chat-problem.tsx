import { ErrorPanel } from '../../../design/error-panel.tsx';
import { Link } from '../../../design/link.tsx';
import { ApiError } from '../../../platform/api/api-error.ts';
import { texts } from '../texts.ts';

interface ChatProblemProps {
  readonly error: Error;
  /** The address is the member's own ID. */
  readonly isSelf: boolean;
  readonly onRetry: () => void;
}

/** Shows why a chat can't be opened: no such member, or the load failed. */
export function ChatProblem({ error, isSelf, onRetry }: ChatProblemProps) {
  const isMemberMissing = isMissing(error);

  return (
    <ErrorPanel
      text={isSelf ? texts.self : isMemberMissing ? texts.notFound : `${texts.chatFailed} ${error.message}`}
      onRetry={isMemberMissing ? undefined : onRetry}
    >
      {isMemberMissing && (
        <Link className="button" to="/messages">
          {texts.back}
        </Link>
      )}
    </ErrorPanel>
  );
}

/** Returns whether there is no member with the address's ID, or it is the member's own. */
export function isMissing(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'NotFound' || error.code === 'InvalidInput');
}
