import { useMatch } from 'react-router-dom';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { OpenProfile } from '../../../../shared/contract/users.ts';
import { Link } from '../../design/link.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { DeleteAccount } from '../../features/account/profile/delete-account.tsx';
import { PictureBadge } from '../../features/account/profile-picture/picture-badge.tsx';
import { FollowButton } from '../../features/users/follow/follow-button.tsx';
import { RemainingFollows } from '../../features/users/follow/remaining-follows.tsx';
import { MessageLink } from '../../features/users/message-link.tsx';
import { ProfileHead, ProfileIdentity } from '../../features/users/profile/profile-head.tsx';
import { ProfileProblem } from '../../features/users/profile/profile-problem.tsx';
import { RestrictedContent } from '../../features/users/profile/restricted-content.tsx';
import { useProfile } from '../../features/users/profile/use-profile.ts';
import { useMember } from '../layout/member.ts';
import { PAYMENTS_PATH } from '../layout/paths.ts';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';
import { ProfileTabs } from './profile-tabs.tsx';
import { memberTexts } from './texts.ts';

const { profile: texts } = memberTexts;

/** The screen at /profile/{userId}. */
export default function Profile() {
  const userId = useMatch('/profile/:userId')?.params.userId ?? '';
  const viewer = useMember()?.profile;
  const { profile, isNotFound, error, refetch } = useProfile(userId, viewer);
  const loadedProfile = viewer && profile;

  return (
    <Screen
      // A new key per member, so that each profile is a new screen.
      key={userId}
      className="screen--column profile"
      title={loadedProfile?.username ?? texts.title}
      heading={loadedProfile && <bdi>{loadedProfile.username}</bdi>}
      lead={loadedProfile && <Header profile={loadedProfile} viewer={viewer} />}
    >
      <RequireProfile signIn={texts.signIn}>
        {(member) => {
          if (profile?.restricted) return <RestrictedContent profile={profile} paymentsPath={PAYMENTS_PATH} />;
          if (profile) return <Content profile={profile} viewer={member} />;
          if (!error) return <Skeleton label={texts.loading} shape="posts" />;
          return <ProfileProblem isNotFound={isNotFound} onRetry={() => void refetch()} />;
        }}
      </RequireProfile>
    </Screen>
  );
}

interface HeaderProps {
  readonly profile: NonNullable<ReturnType<typeof useProfile>['profile']>;
  readonly viewer: OwnProfile;
}

function Header({ profile, viewer }: HeaderProps) {
  if (profile.restricted) {
    return <ProfileIdentity user={profile} actions={<FollowButton person={profile} viewer={viewer} />} />;
  }

  const isOwn = profile.id === viewer.id;
  return (
    <ProfileHead
      user={isOwn ? withOwnTotals(profile, viewer) : profile}
      badge={isOwn && <PictureBadge profile={viewer} />}
      actions={isOwn ? <EditLink /> : <MemberActions profile={profile} viewer={viewer} />}
    />
  );
}

/** Returns the viewer's profile with current totals, which change before the profile is refetched. */
function withOwnTotals(profile: OpenProfile, { depth, contributedMB }: OwnProfile): OpenProfile {
  return { ...profile, depth, contributedMB };
}

function MemberActions({ profile, viewer }: { profile: OpenProfile; viewer: OwnProfile }) {
  return (
    <>
      <FollowButton person={profile} viewer={viewer} isPrimary />
      <MessageLink person={profile} viewer={viewer} />
    </>
  );
}

function EditLink() {
  return (
    <Link className="button" to="/edit-profile">
      {texts.edit}
    </Link>
  );
}

/** The sections of a profile. The viewer's own profile ends with the deletion of the account. */
function Content({ profile, viewer }: { profile: OpenProfile; viewer: OwnProfile }) {
  return (
    <>
      <RemainingFollows />
      <ProfileTabs profile={profile} viewer={viewer} />
      {profile.id === viewer.id && (
        <div className="sheet-end">
          <DeleteAccount userId={viewer.id} />
        </div>
      )}
    </>
  );
}
