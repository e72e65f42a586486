import { Link } from 'react-router-dom';
import { Problem } from '../../../design/problem.tsx';
import { texts } from '../texts.ts';

interface ProfileProblemProps {
  /** Whether there is no such member. */
  readonly gone: boolean;
  readonly onRetry: () => void;
}

/** Stands in for a profile that cannot be shown. */
export function ProfileProblem({ gone, onRetry }: ProfileProblemProps) {
  return (
    <Problem text={gone ? texts.notFound : texts.profileFailed} onRetry={gone ? undefined : onRetry}>
      <Link className={`button ${gone ? '' : 'button--quiet'}`} to="/dashboard">
        {texts.toDashboard}
      </Link>
    </Problem>
  );
}
