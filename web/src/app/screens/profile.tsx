import { Link, useParams } from 'react-router-dom';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { OpenProfile } from '../../../../shared/contract/users.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { PhotoBadge } from '../../features/account/photo/photo-badge.tsx';
import { DeleteAccount } from '../../features/account/profile/delete-account.tsx';
import { FollowButton } from '../../features/users/follow/follow-button.tsx';
import { MessageLink } from '../../features/users/message-link.tsx';
import { ProfileHead, ProfileIdentity } from '../../features/users/profile/profile-head.tsx';
import { ProfileProblem } from '../../features/users/profile/profile-problem.tsx';
import { RestrictedContent } from '../../features/users/profile/restricted-content.tsx';
import { useProfile } from '../../features/users/profile/use-profile.ts';
import { useMember } from '../layout/member.ts';
import { ASCEND_PATH } from '../layout/paths.ts';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';
import { ProfileTabs } from './profile-tabs.tsx';
import { memberTexts } from './texts.ts';

const { profile: texts } = memberTexts;

/** /profile/{userId} */
export default function Profile() {
  const { userId = '' } = useParams();
  const viewer = useMember()?.profile;
  const { profile, gone, error, refetch } = useProfile(userId, viewer);
  const shown = viewer && profile;
  return (
    <Screen
      // Another member's profile is another screen.
      key={userId}
      className="profile"
      title={shown?.username ?? texts.title}
      lead={shown && <Head profile={shown} viewer={viewer} />}
    >
      <RequireProfile signIn={texts.signIn}>
        {(member) => {
          if (profile?.restricted) return <RestrictedContent profile={profile} ascendPath={ASCEND_PATH} />;
          if (profile) return <ProfileTabs profile={profile} viewer={member} />;
          if (!error) return <Skeleton label={texts.loading} shape="posts" />;
          return <ProfileProblem gone={gone} onRetry={() => void refetch()} />;
        }}
      </RequireProfile>
    </Screen>
  );
}

interface HeadProps {
  readonly profile: NonNullable<ReturnType<typeof useProfile>['profile']>;
  readonly viewer: OwnProfile;
}

function Head({ profile, viewer }: HeadProps) {
  if (profile.restricted) return <ProfileIdentity user={profile} />;
  const own = profile.id === viewer.id;
  return (
    <ProfileHead
      user={own ? withOwn(profile, viewer) : profile}
      badge={own && <PhotoBadge profile={viewer} />}
      actions={own ? <OwnActions userId={viewer.id} /> : <OthersActions profile={profile} viewer={viewer} />}
    />
  );
}

/** One's own depth and megabytes are known as soon as they change: here as in the navigation bar. */
function withOwn(profile: OpenProfile, { depth, contributedMB }: OwnProfile): OpenProfile {
  return { ...profile, depth, contributedMB };
}

function OthersActions({ profile, viewer }: { profile: OpenProfile; viewer: OwnProfile }) {
  return (
    <>
      <FollowButton person={profile} viewer={viewer} />
      <MessageLink person={profile} viewer={viewer} />
    </>
  );
}

function OwnActions({ userId }: { userId: string }) {
  return (
    <>
      <Link className="button button--soft button--small" to="/edit-profile">
        {texts.edit}
      </Link>
      <DeleteAccount userId={userId} />
    </>
  );
}
