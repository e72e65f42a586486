import type { ReactNode } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { ErrorPanel } from '../../design/error-panel.tsx';
import { Skeleton, type SkeletonShapes } from '../../design/skeleton.tsx';
import '../../design/amplify-theme.ts';
import { useMember } from './member.ts';
import { SignedOutPrompt } from './signed-out-prompt.tsx';
import { texts } from './texts.ts';

const profileFailed = (message: string) => `Failed to load profile data. ${message}`;

const DEFAULT_SKELETON: SkeletonShapes = { shape: 'posts' };

interface RequireProfileProps {
  /** The prompt to show when the session has ended. */
  readonly signIn: string;
  /** The text to show while the profile loads. */
  readonly loading?: string;
  /** The shapes of the children's own skeleton, if they have one, so that nothing moves when it follows this one. */
  readonly skeleton?: SkeletonShapes;
  readonly children: (profile: OwnProfile) => ReactNode;
}

/** Renders its children once the profile is loaded. Until then, shows a skeleton, an error, or a prompt to sign in. */
export function RequireProfile({
  signIn,
  loading = texts.loading,
  skeleton = DEFAULT_SKELETON,
  children,
}: RequireProfileProps) {
  const member = useMember();

  if (!member) return <SignedOutPrompt text={signIn} />;
  if (member.profile) return children(member.profile);
  if (!member.error) return <Skeleton label={loading} {...skeleton} />;
  return <ErrorPanel text={profileFailed(member.error.message)} onRetry={member.retry} />;
}
