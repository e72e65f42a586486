import { Tabs } from '../../design/tabs.tsx';
import { FindPosts } from '../../features/posts/search/find-posts.tsx';
import { FindUsers } from '../../features/users/search/find-users.tsx';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';
import { memberTexts } from './texts.ts';

const { search } = memberTexts;

/** The screen at /search: a tab with all users, and a tab with all posts, to which the dashboard also links. */
export default function Search() {
  return (
    <Screen title={search.title} lead={<p>{search.lead}</p>} className="screen--column">
      <RequireProfile signIn={search.signIn}>
        {(viewer) => (
          <Tabs
            label={search.tabs}
            tabs={[
              { name: 'users', label: search.users, panel: () => <FindUsers viewer={viewer} /> },
              { name: 'posts', label: search.posts, panel: () => <FindPosts viewer={viewer} /> },
            ]}
          />
        )}
      </RequireProfile>
    </Screen>
  );
}
