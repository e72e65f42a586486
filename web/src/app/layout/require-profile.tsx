import type { ReactNode } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { Problem } from '../../design/problem.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import './amplify-theme.ts';
import { useMember } from './member.ts';
import { SignedOutPrompt } from './signed-out-prompt.tsx';
import { texts } from './texts.ts';

const profileFailed = (message: string) => `Failed to load profile data. ${message}`;

interface RequireProfileProps {
  /** What to say when the session has ended. */
  readonly signIn: string;
  /** What to say while the profile is on its way. */
  readonly loading?: string;
  readonly children: (profile: OwnProfile) => ReactNode;
}

/** Renders its children once the member's profile is loaded; until then, a skeleton, an error, or a prompt to sign in. */
export function RequireProfile({ signIn, loading = texts.loading, children }: RequireProfileProps) {
  const member = useMember();
  if (!member) return <SignedOutPrompt text={signIn} />;
  if (member.profile) return children(member.profile);
  if (!member.error) return <Skeleton label={loading} shape="posts" />;
  return <Problem text={profileFailed(member.error.message)} onRetry={member.retry} />;
}
