import type { OwnProfile } from '../../../shared/contract/account.ts';
import type { OpenProfile } from '../../../shared/contract/users.ts';
import { MemberFiles } from '../features/files/member-files.tsx';
import { MemberPosts } from '../features/posts/member-posts.tsx';
import { PostComposer } from '../features/posts/post-composer.tsx';
import { Connections } from '../features/users/connections.tsx';
import { memberTexts } from './member-texts.ts';
import { Tabs } from './tabs.tsx';

const { profile: texts } = memberTexts;

interface ProfileTabsProps {
  readonly profile: OpenProfile;
  readonly viewer: OwnProfile;
}

/** What a member has done: their posts, files, and connections. */
export function ProfileTabs({ profile, viewer }: ProfileTabsProps) {
  const { id: userId } = profile;
  const own = userId === viewer.id;
  return (
    <Tabs
      label={texts.tabs}
      tabs={[
        {
          name: 'posts',
          label: texts.posts,
          panel: () => (
            <>
              {own && <PostComposer viewer={viewer} />}
              <MemberPosts viewer={viewer} userId={userId} own={own} />
            </>
          ),
        },
        { name: 'files', label: texts.files, panel: () => <MemberFiles userId={userId} own={own} /> },
        {
          name: 'connections',
          label: texts.connections,
          panel: () => <Connections profile={profile} viewer={viewer} />,
        },
      ]}
    />
  );
}
