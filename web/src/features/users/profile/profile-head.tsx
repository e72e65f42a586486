import type { ReactNode } from 'react';
import type { OpenProfile, UserCard } from '../../../../../shared/contract/users.ts';
import { zoneOf } from '../../../../../shared/depth/zones.ts';
import { Avatar } from '../../../ocean/avatar.tsx';
import { DepthMeter } from '../../../ocean/depth-meter.tsx';
import { TickingNumber } from '../../../ocean/ticking-number.tsx';
import { formatDepth } from '../../../platform/format.ts';
import './profile.css';
import { texts } from '../texts.ts';

interface ProfileIdentityProps {
  readonly user: UserCard;
  /** What lies on the avatar. */
  readonly badge?: ReactNode;
}

/** What everybody may know of a member, beside their name, which is the heading. */
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
          <TickingNumber value={user.depth} format={formatDepth} />
        </strong>{' '}
        <span className="soft">· {zoneOf(user.depth).depthLabel}</span>
      </p>
    </>
  );
}

interface ProfileHeadProps extends ProfileIdentityProps {
  readonly user: OpenProfile;
  /** What the viewer can do with it. */
  readonly actions: ReactNode;
}

/** The head of an open profile, below the name. */
export function ProfileHead({ user, badge, actions }: ProfileHeadProps) {
  const counts = [
    { label: texts.followers, value: user.followersCount, format: whole },
    { label: texts.following, value: user.followingCount, format: whole },
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
              <TickingNumber value={value} format={format} />
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

const whole = (value: number) => value.toFixed(0);
