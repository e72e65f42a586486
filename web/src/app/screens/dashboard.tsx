import { useDeferredValue, useState } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { zoneOf } from '../../../../shared/depth/zones.ts';
import { Problem } from '../../design/problem.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { RecentFiles } from '../../features/files/recent-files.tsx';
import { PostComposer } from '../../features/posts/composer/post-composer.tsx';
import { RecentPosts } from '../../features/posts/post-list.tsx';
import { TickingNumber } from '../../ocean/ticking-number.tsx';
import { formatDepth } from '../../platform/format.ts';
import './dashboard.css';
import { useMember } from '../layout/member.ts';
import { Screen } from '../layout/screen.tsx';
import { SignedOutPrompt } from '../layout/signed-out-prompt.tsx';
import { texts } from '../layout/texts.ts';
import { MeterPanel, NearbyPanel, SectionHead, StatsPanel } from './dashboard-panels.tsx';
import { useLiveDashboard } from './dashboard-query.ts';
import { TestContribution } from './test-contribution.tsx';
import { memberTexts } from './texts.ts';

const { dashboard } = memberTexts;

/** /dashboard */
export default function Dashboard() {
  const member = useMember();
  const { data: arrived, error, refetch } = useLiveDashboard({ enabled: member !== null });
  // Built in small steps, between which the page answers: it is long.
  const data = useDeferredValue(arrived);
  const [known] = useState(member?.profile !== undefined);
  // A heading that comes before what is below it would push that down: it is taller than the one without a name.
  const welcomed = member && ((known && member.profile) || (data && (member.profile ?? data.profile)));
  return (
    <Screen
      title={dashboard.title}
      heading={welcomed && dashboard.welcome(welcomed.username)}
      lead={welcomed && <DepthLine profile={welcomed} />}
    >
      <Content data={data} error={error} onRetry={() => void refetch()} />
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

interface ContentProps {
  readonly data: ReturnType<typeof useLiveDashboard>['data'];
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** All of it comes in one answer, or none of it. */
function Content({ data, error, onRetry }: ContentProps) {
  const member = useMember();
  if (!member) return <SignedOutPrompt text={dashboard.signIn} />;
  if (!data && !error) return <Skeleton label={texts.loading} shape="posts" />;
  if (!data) return <Problem text={dashboard.failed(error?.message ?? '')} onRetry={onRetry} />;
  const viewer = member.profile ?? data.profile;
  return (
    <>
      <div role="status">
        {error && (
          <div className="panel panel--error dashboard__outdated">
            <p>
              {dashboard.outdated} {error.message}
            </p>
            <button type="button" className="button button--quiet" onClick={onRetry}>
              {texts.retry}
            </button>
          </div>
        )}
      </div>
      <div className="dashboard">
        <div className="dashboard__self">
          <MeterPanel metres={viewer.depth}>
            <TestContribution userId={viewer.id} onContributed={onRetry} />
          </MeterPanel>
          <StatsPanel profile={viewer} />
        </div>
        <div className="dashboard__read">
          <section className="dashboard__activity" aria-labelledby="activity-heading">
            <SectionHead
              id="activity-heading"
              heading={dashboard.activity}
              to="/search?tab=posts"
              link={dashboard.morePosts}
            />
            <PostComposer viewer={viewer} />
            <RecentPosts posts={data.posts} viewer={viewer} />
          </section>
          <section className="dashboard__files" aria-labelledby="recent-heading">
            <SectionHead id="recent-heading" heading={dashboard.recent} to="/files" link={dashboard.explore} />
            <RecentFiles files={data.files} viewerId={viewer.id} />
          </section>
        </div>
        <NearbyPanel people={data.nearby} viewer={viewer} />
      </div>
    </>
  );
}
