import { ErrorPanel } from '../../../design/error-panel.tsx';
import { Link } from '../../../design/link.tsx';
import { texts } from './texts.ts';

interface ProfileProblemProps {
  /** Whether the member doesn't exist. */
  readonly isNotFound: boolean;
  readonly onRetry: () => void;
}

/** Shown in place of a profile that can't be shown. */
export function ProfileProblem({ isNotFound, onRetry }: ProfileProblemProps) {
  return (
    <ErrorPanel text={isNotFound ? texts.notFound : texts.profileFailed} onRetry={isNotFound ? undefined : onRetry}>
      <Link className={`button ${isNotFound ? '' : 'button--quiet'}`} to="/dashboard">
        {texts.toDashboard}
      </Link>
    </ErrorPanel>
  );
}
