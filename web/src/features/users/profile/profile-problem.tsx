import { ErrorPanel } from '../../../design/error-panel.tsx';
import { Link } from '../../../design/link.tsx';
import { texts } from '../texts.ts';

interface ProfileProblemProps {
  /** Whether the member doesn't exist. */
  readonly gone: boolean;
  readonly onRetry: () => void;
}

/** Shown in place of a profile that can't be shown. */
export function ProfileProblem({ gone, onRetry }: ProfileProblemProps) {
  return (
    <ErrorPanel text={gone ? texts.notFound : texts.profileFailed} onRetry={gone ? undefined : onRetry}>
      <Link className={`button ${gone ? '' : 'button--quiet'}`} to="/dashboard">
        {texts.toDashboard}
      </Link>
    </ErrorPanel>
  );
}
