import { Link } from 'react-router-dom';
import type { OwnProfile } from '../../../shared/contract/account.ts';
import { zoneOf } from '../../../shared/depth/zones.ts';
import { RecentFiles } from '../features/files/recent-files.tsx';
import { DepthMeter } from '../ocean/depth-meter.tsx';
import { TickingNumber } from '../ocean/ticking-number.tsx';
import { formatDepth } from '../platform/format/depth-text.ts';
import './dashboard.css';
import { useMember } from './member.ts';
import { memberTexts } from './member-texts.ts';
import { Screen } from './screen.tsx';
import { WithProfile } from './with-profile.tsx';

const { dashboard } = memberTexts;

/** /dashboard */
export default function Dashboard() {
  const profile = useMember()?.profile;
  return (
    <Screen
      title={dashboard.title}
      heading={profile && dashboard.welcome(profile.username)}
      lead={profile && <DepthLine profile={profile} />}
    >
      <WithProfile signIn={dashboard.signIn}>
        {(known) => (
          <div className="dashboard">
            <MeterPanel metres={known.depth} />
            <StatsPanel profile={known} />
            <section className="dashboard__recent" aria-labelledby="recent-heading">
              <div className="section-head">
                <h2 id="recent-heading">{dashboard.recent}</h2>
                <Link to="/files">{dashboard.explore}</Link>
              </div>
              <RecentFiles userId={known.id} />
            </section>
          </div>
        )}
      </WithProfile>
    </Screen>
  );
}

function DepthLine({ profile }: { profile: OwnProfile }) {
  return (
    <p>
      {dashboard.depth}{' '}
      <strong>
        <TickingNumber value={profile.depth} format={formatDepth} />
      </strong>{' '}
      · {zoneOf(profile.depth).depthLabel}
    </p>
  );
}

function MeterPanel({ metres }: { metres: number }) {
  return (
    <section className="panel panel--padded dashboard__meter" aria-labelledby="meter-heading">
      <h2 id="meter-heading">{dashboard.meter}</h2>
      <DepthMeter metres={metres} />
      <Link className="button" to="/upload">
        {dashboard.uploadFiles}
      </Link>
    </section>
  );
}

function StatsPanel({ profile }: { profile: OwnProfile }) {
  const stats = [
    { label: dashboard.contributed, value: profile.contributedMB, format: (value: number) => value.toFixed(2) },
    { label: dashboard.followers, value: profile.followersCount, format: (value: number) => value.toFixed(0) },
    { label: dashboard.following, value: profile.followingCount, format: (value: number) => value.toFixed(0) },
  ];
  return (
    <section className="panel panel--padded dashboard__stats" aria-labelledby="stats-heading">
      <h2 id="stats-heading">{dashboard.stats}</h2>
      <dl>
        {stats.map(({ label, value, format }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <TickingNumber value={value} format={format} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
