import type { ReactNode } from 'react';
import type { OpenProfile, UserCard } from '../../../../../shared/contract/users.ts';
import { zoneAt } from '../../../../../shared/depth/zones.ts';
import { AnimatedNumber } from '../../../ocean/animated-number.tsx';
import { Avatar } from '../../../ocean/avatar.tsx';
import { DepthMeter } from '../../../ocean/depth-meter.tsx';
import { formatDepth } from '../../../platform/format.ts';
import './profile.css';
import { texts } from '../texts.ts';

interface ProfileIdentityProps {
  readonly user: UserCard;
  /** Shown over the avatar. */
  readonly badge?: ReactNode;
}

/** A member's identity card without the name, which is the page's heading. Visible to every member. */
export function ProfileIdentity({ user, badge }: ProfileIdentityProps) {
  return (
    <>
      <div className="profile-head__avatar">
        <Avatar username={user.username} picture={user.profilePicture} size={112} />
        {badge}
      </div>
      <p className="profile-head__depth">
        <span className="visually-hidden">{texts.depth} </span>
        <strong>
          <AnimatedNumber value={user.depth} format={formatDepth} />
        </strong>{' '}
        <span className="soft">· {zoneAt(user.depth).depthLabel}</span>
      </p>
    </>
  );
}

interface ProfileHeadProps extends ProfileIdentityProps {
  readonly user: OpenProfile;
  /** Buttons for the viewer. */
  readonly actions: ReactNode;
}

/** The head of an open profile, below the member's name. */
export function ProfileHead({ user, badge, actions }: ProfileHeadProps) {
  const counts = [
    { label: texts.followers, value: user.followersCount, format: formatInteger },
    { label: texts.following, value: user.followingCount, format: formatInteger },
    { label: texts.megabytes, value: user.contributedMB, format: (value: number) => value.toFixed(2) },
  ];
  return (
    <>
      <ProfileIdentity user={user} badge={badge} />
      <dl className="profile-head__counts">
        {counts.map(({ label, value, format }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <AnimatedNumber value={value} format={format} />
            </dd>
          </div>
        ))}
      </dl>
      {user.bio && (
        <p className="profile-head__bio" dir="auto">
          {user.bio}
        </p>
      )}
      <div className="profile-head__actions">{actions}</div>
      <div className="profile-head__meter">
        <DepthMeter metres={user.depth} />
      </div>
    </>
  );
}

const formatInteger = (value: number) => value.toFixed(0);
