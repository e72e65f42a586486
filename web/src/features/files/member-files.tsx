import { useRef } from 'react';
import { ErrorPanel } from '../../design/error-panel.tsx';
import { Link } from '../../design/link.tsx';
import { useLoadMore } from '../../design/list-focus.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { repeatFailedRequest } from '../../platform/api/paged-list.ts';
import { FileCards } from './card/file-cards.tsx';
import './files.css';
import { dedupeFiles, useMemberFiles } from './explorer/file-queries.ts';
import { texts } from './texts.ts';
import { useKeptFiles } from './use-kept-files.ts';

interface MemberFilesProps {
  readonly userId: string;
  /** Whether the member is the viewer. */
  readonly isOwn: boolean;
}

/** The files on a profile: the newest five, and a button to load more. */
export function MemberFiles({ userId, isOwn }: MemberFilesProps) {
  const list = useMemberFiles(userId);
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage } = list;
  const container = useRef<HTMLDivElement>(null);
  const loadMore = useLoadMore(container, '.file-card', list);
  const { files, release } = useKeptFiles(dedupeFiles(data?.pages ?? []));
  // A card compares this ID with the uploader's ID. On another member's profile, no file is the viewer's own.
  const viewerId = isOwn ? userId : undefined;

  const emptyState = (
    <div className="explorer__empty">
      <p>{texts.memberEmpty}</p>
      {isOwn && (
        <Link className="button" to="/upload">
          {texts.uploadFirst}
        </Link>
      )}
    </div>
  );

  if (isPending) return <Skeleton label={texts.loading} shape="rows" />;

  return (
    <div ref={container} tabIndex={-1} className="explorer">
      <h2 className="visually-hidden">{texts.listHeading}</h2>
      {data && (
        <FileCards files={files} viewerId={viewerId} emptyState={!hasNextPage && emptyState} onRemove={release} />
      )}
      {error && <ErrorPanel text={texts.listFailed(error.message)} onRetry={() => repeatFailedRequest(list)} />}
      {hasNextPage && (
        <div className="explorer__more">
          <button type="button" className="button button--quiet" aria-disabled={isFetching} onClick={loadMore}>
            {isFetchingNextPage ? texts.loadingMore : texts.loadMore}
          </button>
        </div>
      )}
    </div>
  );
}
