import { Button } from '@aws-amplify/ui-react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { ErrorPanel } from '../../../design/error-panel.tsx';
import { Skeleton } from '../../../design/skeleton.tsx';
import { FileCards } from '../card/file-cards.tsx';
import { texts } from '../texts.ts';

interface FileListingProps {
  readonly files: readonly ListedFile[];
  readonly viewerId: string;
  readonly loading: boolean;
  /** Whether a search or filter is active. */
  readonly filtered: boolean;
  readonly hasMore: boolean;
  readonly error: string | undefined;
  readonly onRetry: () => void;
  readonly onClear: () => void;
  /** Searches on the server. Set while only the loaded files were searched and more exist. */
  readonly onSearchAll: (() => void) | undefined;
}

/** The explorer's files, or why the list is empty. */
export function FileListing(props: FileListingProps) {
  const { files, viewerId, loading, hasMore, error, onRetry } = props;
  return (
    <>
      {loading && !error && <Skeleton label={texts.loading} shape="cards" count={6} />}
      {files.length > 0 && (
        <>
          <p className="soft explorer__count" role="status">
            {texts.shown(files.length, hasMore)}
          </p>
          <h2 className="visually-hidden">{texts.listHeading}</h2>
        </>
      )}
      <FileCards files={files} viewerId={viewerId} empty={!loading && !error && <EmptyListing {...props} />} />
      {error && <ErrorPanel text={error} onRetry={onRetry} />}
    </>
  );
}

function EmptyListing({ filtered, onClear, onSearchAll }: FileListingProps) {
  if (onSearchAll) {
    return (
      <div className="panel explorer__empty">
        <p>{texts.noLoadedMatch}</p>
        <Button onClick={onSearchAll}>{texts.searchAll}</Button>
      </div>
    );
  }
  return (
    <div className="panel explorer__empty">
      <p>{texts.empty}</p>
      {filtered && (
        <>
          <p className="soft">{texts.noMatchHint}</p>
          <Button onClick={onClear}>{texts.clear}</Button>
        </>
      )}
    </div>
  );
}
