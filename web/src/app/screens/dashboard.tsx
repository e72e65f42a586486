import { useDeferredValue, useState } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { ErrorPanel } from '../../design/error-panel.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { RecentFiles } from '../../features/files/recent-files.tsx';
import { PostComposer } from '../../features/posts/composer/post-composer.tsx';
import { RecentPosts } from '../../features/posts/post-list.tsx';
import { DepthAndLayer } from '../../ocean/depth-and-layer.tsx';
import './dashboard.css';
import { useMember } from '../layout/member.ts';
import { Screen } from '../layout/screen.tsx';
import { SignedOutPrompt } from '../layout/signed-out-prompt.tsx';
import { texts } from '../layout/texts.ts';
import { MeterPanel, NearbyPanel, SectionHeading, StatsPanel } from './dashboard-panels.tsx';
import { useLiveDashboard } from './dashboard-query.ts';
import { FirstStepsPlace } from './first-steps/first-steps-place.tsx';
import { TestContribution } from './test-contribution.tsx';
import { memberTexts } from './texts.ts';

const { dashboard } = memberTexts;

/** The screen at /dashboard. */
export default function Dashboard() {
  const member = useMember();
  const { data: latestResponse, error, refetch } = useLiveDashboard({ enabled: member !== null });
  // Deferred, because the long screen would block input while it renders.
  const response = useDeferredValue(latestResponse);
  const [wasProfileKnown] = useState(member?.profile !== undefined);
  const knownProfile = member && (member.profile ?? response?.profile);

  // If the profile wasn't known at first, the welcome heading appears together with the content. The welcome heading is
  // taller than the plain heading, and would move content that is already visible.
  const headingProfile = (wasProfileKnown || response) && knownProfile;

  return (
    <Screen
      title={dashboard.title}
      heading={headingProfile && dashboard.welcome(headingProfile.username)}
      lead={headingProfile && <DepthSummary profile={headingProfile} />}
    >
      <Content response={response} error={error} onRetry={() => void refetch()} />
    </Screen>
  );
}

function DepthSummary({ profile }: { profile: OwnProfile }) {
  return (
    <p>
      {dashboard.depth} <DepthAndLayer metres={profile.depth} />
    </p>
  );
}

/** The response with all content of the dashboard. */
type DashboardResponse = NonNullable<ReturnType<typeof useLiveDashboard>['data']>;

interface ContentProps {
  /** Undefined until the first response arrives. */
  readonly response: DashboardResponse | undefined;
  /** Why the last request failed. Earlier content stays visible. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** The panels below the heading, or a skeleton, an error, or a prompt in their place. */
function Content({ response, error, onRetry }: ContentProps) {
  const member = useMember();

  if (!member) return <SignedOutPrompt text={dashboard.signIn} />;
  if (!response && error) return <ErrorPanel text={dashboard.failed(error.message)} onRetry={onRetry} />;
  if (!response) {
    return (
      <div className="dashboard">
        <Skeleton label={texts.loading} shape="posts" />
      </div>
    );
  }

  return (
    <>
      <div role="status">{error && <OutdatedNotice reason={error.message} onRetry={onRetry} />}</div>
      <Panels viewer={member.profile ?? response.profile} response={response} onContributed={onRetry} />
    </>
  );
}

/** Says that the content may be out of date, because the last request failed. */
function OutdatedNotice({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <div className="panel panel--error dashboard__outdated">
      <p>
        {dashboard.outdated} {reason}
      </p>
      <button type="button" className="button button--quiet" onClick={onRetry}>
        {texts.retry}
      </button>
    </div>
  );
}

interface PanelsProps {
  readonly viewer: OwnProfile;
  readonly response: DashboardResponse;
  /** Called after a test contribution, which changes the depth. */
  readonly onContributed: () => void;
}

/** The main column with steps, posts, and files, and the side column with depth, members, and statistics. */
function Panels({ viewer, response, onContributed }: PanelsProps) {
  return (
    <div className="dashboard">
      <div className="dashboard__main">
        <FirstStepsPlace viewer={viewer} posts={response.posts} />
        <section className="dashboard__activity" aria-labelledby="activity-heading">
          <SectionHeading
            id="activity-heading"
            heading={dashboard.activity}
            to="/search?tab=posts"
            link={dashboard.morePosts}
          />
          <PostComposer viewer={viewer} />
          <RecentPosts posts={response.posts} viewer={viewer} />
        </section>
        <section className="dashboard__files" aria-labelledby="recent-heading">
          <SectionHeading id="recent-heading" heading={dashboard.recent} to="/files" link={dashboard.explore} />
          <RecentFiles files={response.files} viewerId={viewer.id} />
        </section>
      </div>
      <div className="dashboard__side">
        <MeterPanel metres={viewer.depth}>
          <TestContribution userId={viewer.id} onContributed={onContributed} />
        </MeterPanel>
        <NearbyPanel members={response.nearby} viewer={viewer} />
        <StatsPanel profile={viewer} />
      </div>
    </div>
  );
}
