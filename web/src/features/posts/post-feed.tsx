import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { usePostFeed } from './list-posts.ts';
import { NoPosts } from './no-posts.tsx';
import { PostPages } from './post-pages.tsx';
import { texts } from './texts.ts';

/** Everybody's posts at or below the viewer's depth, page after page. */
export function PostFeed({ viewer }: { viewer: OwnProfile }) {
  const empty = (
    <NoPosts heading={texts.emptyHeading}>
      <p className="soft">{texts.empty}</p>
    </NoPosts>
  );
  return <PostPages query={usePostFeed()} viewer={viewer} empty={empty} />;
}
