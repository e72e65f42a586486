import { Link } from 'react-router-dom';
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
    <div className="panel panel--padded panel--error prompt" role="alert">
      <p>{self ? texts.self : nobody ? texts.notFound : `${texts.chatFailed} ${error.message}`}</p>
      {nobody ? (
        <Link className="button" to="/messages">
          {texts.back}
        </Link>
      ) : (
        <button type="button" className="button" onClick={onRetry}>
          {texts.retry}
        </button>
      )}
    </div>
  );
}
