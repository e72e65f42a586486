import { ErrorPanel } from '../../../design/error-panel.tsx';
import { Link } from '../../../design/link.tsx';
import { texts } from './texts.ts';

interface ProfileProblemProps {
  /** Whether the member doesn't exist. */
  readonly isGone: boolean;
  readonly onRetry: () => void;
}

/** Shown in place of a profile that can't be shown. */
export function ProfileProblem({ isGone, onRetry }: ProfileProblemProps) {
  return (
    <ErrorPanel text={isGone ? texts.notFound : texts.profileFailed} onRetry={isGone ? undefined : onRetry}>
      <Link className={`button ${isGone ? '' : 'button--quiet'}`} to="/dashboard">
        {texts.toDashboard}
      </Link>
    </ErrorPanel>
  );
}
