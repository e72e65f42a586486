import { ErrorPanel } from '../../../design/error-panel.tsx';
import { Link } from '../../../design/link.tsx';
import { ApiError } from '../../../platform/api/api-error.ts';
import { texts } from './texts.ts';

interface ChatProblemProps {
  readonly error: Error;
  /** Whether the address contains the viewer's own ID. */
  readonly isSelf: boolean;
  readonly onRetry: () => void;
}

/**
 * Shows why a chat can't be opened: the member doesn't exist, the ID is the viewer's own, or loading failed. Offers a
 * retry only after a failure, because the other two problems are permanent.
 */
export function ChatProblem({ error, isSelf, onRetry }: ChatProblemProps) {
  const isMemberMissing = isChatImpossible(error);
  // Without a connection, the viewer's own ID fails like any other.
  const isPermanent = isSelf || isMemberMissing;
  const problem = isMemberMissing ? texts.notFound : `${texts.chatFailed} ${error.message}`;

  return (
    <ErrorPanel text={isSelf ? texts.self : problem} onRetry={isPermanent ? undefined : onRetry}>
      {isPermanent && (
        <Link className="button" to="/messages">
          {texts.back}
        </Link>
      )}
    </ErrorPanel>
  );
}

/** Returns whether no chat can exist: the ID is unknown (NotFound), or malformed or the viewer's own (InvalidInput). */
export function isChatImpossible(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'NotFound' || error.code === 'InvalidInput');
}
