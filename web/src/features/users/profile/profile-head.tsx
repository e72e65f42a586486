import type { ReactNode } from 'react';
import type { OpenProfile, UserCard } from '../../../../../shared/contract/users.ts';
import { layerAt } from '../../../../../shared/rules/layers.ts';
import { AnimatedNumber } from '../../../ocean/animated-number.tsx';
import { Avatar } from '../../../ocean/avatar.tsx';
import { ChartedZones } from '../../../ocean/charted-zones.tsx';
import { CountList } from '../../../ocean/count-list.tsx';
import { DepthMeter } from '../../../ocean/depth-meter.tsx';
import { formatDepth } from '../../../platform/text/format-depth.ts';
import './profile.css';
import { texts } from './texts.ts';

interface ProfileIdentityProps {
  readonly user: UserCard;
  /** Shown over the avatar. */
  readonly badge?: ReactNode;
  /** Buttons for the viewer. */
  readonly actions: ReactNode;
}

/** A member's identity card without the name, which is the page's heading. Visible to every member. */
export function ProfileIdentity({ user, badge, actions }: ProfileIdentityProps) {
  return (
    <>
      <div className="profile-head__avatar">
        <Avatar username={user.username} picture={user.profilePicture} size={96} />
        {badge}
      </div>
      <p className="profile-head__depth">
        <span className="visually-hidden">{texts.depth} </span>
        <AnimatedNumber value={user.depth} format={formatDepth} />{' '}
        <span className="soft">· {layerAt(user.depth).name}</span>
      </p>
      <div className="profile-head__actions">{actions}</div>
    </>
  );
}

interface ProfileHeadProps extends ProfileIdentityProps {
  readonly user: OpenProfile;
}

/** The head of an open profile, below the member's name. */
export function ProfileHead({ user, badge, actions }: ProfileHeadProps) {
  const counts = [
    { label: texts.followers, value: user.followersCount },
    { label: texts.following, value: user.followingCount },
    { label: texts.megabytes, value: user.contributedMB, decimals: 2 },
  ];

  return (
    <>
      <ProfileIdentity user={user} badge={badge} actions={actions} />
      {user.bio && (
        <p className="profile-head__bio" dir="auto">
          {user.bio}
        </p>
      )}
      <div className="profile-head__figures">
        <CountList className="profile-head__counts" counts={counts} />
        <div className="profile-head__meter">
          <DepthMeter metres={user.depth} />
        </div>
        <div className="profile-head__zones">
          <ChartedZones metres={user.depth} />
        </div>
      </div>
    </>
  );
}
