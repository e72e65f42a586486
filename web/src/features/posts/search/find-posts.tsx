import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { SURFACE_METRES } from '../../../../../shared/rules/depth.ts';
import { MAX_SEARCH_LENGTH } from '../../../../../shared/rules/limits.ts';
import { SearchInput } from '../../../design/search-controls.tsx';
import { readSearchText, useUrlSearch, writeSearchText } from '../../../platform/browser/use-url-search.ts';
import { PostFeed, PostResults } from '../post-feed.tsx';
import { EmptyPosts } from '../post-list.tsx';
import { texts } from './texts.ts';

/** The search of posts consists of its text only, which the tab of the users shares. */
const SEARCH = {
  parse: (params: URLSearchParams) => ({ q: readSearchText(params, MAX_SEARCH_LENGTH) }),
  write: (params: URLSearchParams, { q }: { q: string }) => writeSearchText(params, q),
};

/** Lists posts at or below the viewer's depth: all, or those that a search finds. The URL holds the search text. */
export function FindPosts({ viewer }: { viewer: OwnProfile }) {
  const { query, searchText, setSearchText, search } = useUrlSearch(SEARCH);
  const { q } = query;

  return (
    <div className="find-posts">
      <SearchInput
        className="find-posts__search"
        texts={texts}
        searchText={searchText}
        maxLength={MAX_SEARCH_LENGTH}
        onType={setSearchText}
        onSearch={(text) => search({ q: text })}
      />
      {q === '' ? (
        <PostFeed viewer={viewer} />
      ) : (
        // Another search shows no post of this one, even if the post is in use.
        <PostResults key={q} q={q} viewer={viewer} emptyState={<NoPosts q={q} viewer={viewer} />} shown={texts.found} />
      )}
    </div>
  );
}

/** Shown if a search finds no posts. */
function NoPosts({ q, viewer }: { q: string; viewer: OwnProfile }) {
  return (
    <EmptyPosts>
      <p role="status">{texts.noPosts(q)}</p>
      <p className="soft">{viewer.depth < SURFACE_METRES ? texts.noPostsHint : texts.noPostsHintAtSurface}</p>
    </EmptyPosts>
  );
}
