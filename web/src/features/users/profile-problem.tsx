import { Link } from 'react-router-dom';
import { texts } from './texts.ts';

interface ProfileProblemProps {
  /** Whether there is no such member. */
  readonly gone: boolean;
  readonly onRetry: () => void;
}

/** Stands in for a profile that cannot be shown. */
export function ProfileProblem({ gone, onRetry }: ProfileProblemProps) {
  return (
    <div className="panel panel--padded panel--error prompt" role="alert">
      <p>{gone ? texts.notFound : texts.profileFailed}</p>
      <div className="button-row">
        {!gone && (
          <button type="button" className="button" onClick={onRetry}>
            {texts.retry}
          </button>
        )}
        <Link className={`button ${gone ? '' : 'button--quiet'}`} to="/dashboard">
          {texts.toDashboard}
        </Link>
      </div>
    </div>
  );
}
