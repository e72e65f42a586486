import { Link } from 'react-router-dom';
import { Problem } from '../../../design/problem.tsx';
import { ApiError } from '../../../platform/api/api-error.ts';
import { texts } from '../texts.ts';

interface ChatProblemProps {
  readonly error: Error;
  /** Whether it was to be a conversation with oneself. */
  readonly self: boolean;
  readonly onRetry: () => void;
}

/** Why there is no conversation: there is nobody by that address, or it could not be loaded. */
export function ChatProblem({ error, self, onRetry }: ChatProblemProps) {
  const nobody = error instanceof ApiError && (error.code === 'NotFound' || error.code === 'InvalidInput');
  return (
    <Problem
      text={self ? texts.self : nobody ? texts.notFound : `${texts.chatFailed} ${error.message}`}
      onRetry={nobody ? undefined : onRetry}
    >
      {nobody && (
        <Link className="button" to="/messages">
          {texts.back}
        </Link>
      )}
    </Problem>
  );
}
