import { Button } from '@aws-amplify/ui-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useLoadMore } from '../../design/list-focus.ts';
import { Problem } from '../../design/problem.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { FileCards } from './card/file-cards.tsx';
import './files.css';
import { distinctFiles, useMemberFiles } from './explorer/list-files.ts';
import { texts } from './texts.ts';

interface MemberFilesProps {
  readonly userId: string;
  /** Whether they are the viewer's own. */
  readonly own: boolean;
}

/** The files on a profile: the newest few, and more on request. */
export function MemberFiles({ userId, own }: MemberFilesProps) {
  const list = useMemberFiles(userId);
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, refetch } = list;
  const place = useRef<HTMLDivElement>(null);
  const loadMore = useLoadMore(place, '.file-card', list);
  const files = distinctFiles(data?.pages ?? []);
  const empty = (
    <div className="panel explorer__empty">
      <p>{texts.memberEmpty}</p>
      {own && (
        <Link className="button" to="/upload">
          {texts.uploadFirst}
        </Link>
      )}
    </div>
  );
  if (isPending) return <Skeleton label={texts.loading} shape="rows" />;
  return (
    <div ref={place} tabIndex={-1} className="explorer">
      <h2 className="visually-hidden">{texts.listHeading}</h2>
      {data && <FileCards files={files} viewerId={own ? userId : undefined} empty={!hasNextPage && empty} rows />}
      {error && <Problem text={texts.listFailed(error.message)} onRetry={() => void refetch()} />}
      {hasNextPage && (
        <div className="explorer__buttons">
          <Button aria-disabled={isFetching} onClick={loadMore}>
            {isFetchingNextPage ? texts.loadingMore : texts.loadMore}
          </Button>
        </div>
      )}
    </div>
  );
}
