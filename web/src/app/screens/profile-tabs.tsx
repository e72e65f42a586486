import { Suspense } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { OpenProfile } from '../../../../shared/contract/users.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { MemberFiles } from '../../features/files/member-files.tsx';
import { PostComposer } from '../../features/posts/composer/post-composer.tsx';
import { MemberPosts } from '../../features/posts/post-feed.tsx';
import { Connections } from '../../features/users/profile/connections.tsx';
import { texts as pageTexts } from '../layout/texts.ts';
import { memberTexts } from './texts.ts';

const { profile: texts } = memberTexts;

// Downloaded when it is first opened: only owners see the dive log, and few open it.
const DiveLog = lazyPart(() => import('../../features/account/dive-log/dive-log.tsx'));

interface ProfileTabsProps {
  readonly profile: OpenProfile;
  readonly viewer: OwnProfile;
}

/** The tabs of a profile: posts, files, and connections. The viewer's own profile also has the dive log. */
export function ProfileTabs({ profile, viewer }: ProfileTabsProps) {
  const { id: userId } = profile;
  const isOwn = userId === viewer.id;
  const diveLogTab = {
    name: 'dive-log',
    label: texts.diveLog,
    panel: () => <OwnDiveLog profile={viewer} />,
  };

  return (
    <Tabs
      label={texts.tabs}
      tabs={[
        {
          name: 'posts',
          label: texts.posts,
          panel: () => (
            <>
              {isOwn && <PostComposer viewer={viewer} />}
              <MemberPosts viewer={viewer} userId={userId} isOwn={isOwn} />
            </>
          ),
        },
        {
          name: 'files',
          label: texts.files,
          panel: () => <MemberFiles userId={userId} isOwn={isOwn} />,
        },
        {
          name: 'connections',
          label: texts.connections,
          panel: () => <Connections profile={profile} viewer={viewer} />,
        },
        ...(isOwn ? [diveLogTab] : []),
      ]}
    />
  );
}

/** The viewer's dive log, which lists the changes of their depth. Shows placeholder rows while it loads. */
function OwnDiveLog({ profile }: { profile: OwnProfile }) {
  return (
    <Suspense fallback={<Skeleton label={pageTexts.loading} shape="rows" />}>
      <DiveLog profile={profile} />
    </Suspense>
  );
}
