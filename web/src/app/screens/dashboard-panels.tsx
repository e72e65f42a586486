import type { ReactNode } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { PersonCard as NearbyMember } from '../../../../shared/contract/users.ts';
import { Link } from '../../design/link.tsx';
import { RemainingFollows } from '../../features/users/follow/remaining-follows.tsx';
import { PersonCard } from '../../features/users/person-card.tsx';
import { ChartedZones } from '../../ocean/charted-zones.tsx';
import { CountList } from '../../ocean/count-list.tsx';
import { DepthMeter } from '../../ocean/depth-meter.tsx';
import { PAYMENTS_PATH } from '../layout/paths.ts';
import { memberTexts } from './texts.ts';

const { dashboard } = memberTexts;

/** The depth meter with links to upload and payment. `children` follow the links. */
export function MeterPanel({ metres, children }: { metres: number; children: ReactNode }) {
  return (
    <section className="panel panel--padded dashboard__meter" aria-labelledby="meter-heading">
      <h2 id="meter-heading">{dashboard.meter}</h2>
      <DepthMeter metres={metres} />
      <div className="dashboard__ways">
        <Link className="button button--small" to="/upload">
          {dashboard.uploadFiles}
        </Link>
        <Link className="button button--quiet button--small" to={PAYMENTS_PATH}>
          {dashboard.ascendFaster}
        </Link>
        <ChartedZones metres={metres} />
        {children}
      </div>
    </section>
  );
}

/** Megabytes contributed, followers, and following. */
export function StatsPanel({ profile }: { profile: OwnProfile }) {
  const counts = [
    { label: dashboard.contributed, value: profile.contributedMB, decimals: 2 },
    { label: dashboard.followers, value: profile.followersCount },
    { label: dashboard.following, value: profile.followingCount },
  ];

  return (
    <section className="dashboard__stats" aria-labelledby="stats-heading">
      <h2 id="stats-heading">{dashboard.stats}</h2>
      <CountList counts={counts} />
    </section>
  );
}

/** Members within 100 m above or below the viewer. */
export function NearbyPanel({ members, viewer }: { members: readonly NearbyMember[]; viewer: OwnProfile }) {
  return (
    <section className="dashboard__nearby" aria-labelledby="nearby-heading">
      <SectionHeading id="nearby-heading" heading={dashboard.nearby} to="/search" link={dashboard.findMore} />
      <RemainingFollows />
      {members.length === 0 ? (
        <p className="soft">{dashboard.noNearbyMembers}</p>
      ) : (
        <ul>
          {members.map((member) => (
            <li key={member.id}>
              <PersonCard person={member} viewer={viewer} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface SectionHeadingProps {
  readonly id: string;
  readonly heading: string;
  readonly to: string;
  readonly link: string;
}

/** A section's heading with a link to the full list. */
export function SectionHeading({ id, heading, to, link }: SectionHeadingProps) {
  return (
    <div className="section-head">
      <h2 id={id}>{heading}</h2>
      <Link to={to}>{link}</Link>
    </div>
  );
}
