import type { ReactNode } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { Problem } from '../../design/problem.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import './amplify-theme.ts';
import { memberTexts } from '../screens/texts.ts';
import { useMember } from './member.ts';
import { SignedOutPrompt } from './signed-out-prompt.tsx';
import { texts } from './texts.ts';

interface WithProfileProps {
  /** What to say when the session has ended. */
  readonly signIn: string;
  /** What to say while the profile is on its way. */
  readonly loading?: string;
  readonly children: (profile: OwnProfile) => ReactNode;
}

/** Shows what needs the member's profile once it is here, and says why when it is not. */
export function WithProfile({ signIn, loading = texts.loading, children }: WithProfileProps) {
  const member = useMember();
  if (!member) return <SignedOutPrompt text={signIn} />;
  if (member.profile) return children(member.profile);
  if (!member.error) return <Skeleton label={loading} shape="posts" />;
  return <Problem text={memberTexts.profileFailed(member.error.message)} onRetry={member.retry} />;
}
