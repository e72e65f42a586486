import { PostFeed } from '../features/posts/post-feed.tsx';
import { FindUsers } from '../features/users/find-users.tsx';
import { memberTexts } from './member-texts.ts';
import { Screen } from './screen.tsx';
import { Tabs } from './tabs.tsx';
import { WithProfile } from './with-profile.tsx';

const { search } = memberTexts;

/** /search: people, and the posts that "View more posts" promises (decision 18). */
export default function Search() {
  return (
    <Screen title={search.title} lead={<p>{search.lead}</p>}>
      <WithProfile signIn={search.signIn}>
        {(viewer) => (
          <Tabs
            label={search.tabs}
            tabs={[
              { name: 'users', label: search.users, panel: () => <FindUsers viewer={viewer} /> },
              { name: 'posts', label: search.posts, panel: () => <PostFeed viewer={viewer} /> },
            ]}
          />
        )}
      </WithProfile>
    </Screen>
  );
}
