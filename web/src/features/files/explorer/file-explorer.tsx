import { Suspense, useRef } from 'react';
import { lazyPart } from '../../../design/lazy-part.tsx';
import { ExplorerBar } from './explorer-bar.tsx';
import { ExplorerControls } from './explorer-controls.tsx';
import { FileListing } from './file-listing.tsx';
import '../files.css';
import './explorer.css';
import { texts } from '../texts.ts';
import { LoadRowsContext } from './outline/load-rows.ts';
import { useFileExplorer } from './use-file-explorer.ts';

// Loaded on first use, because most visits select nothing.
const SelectionBar = lazyPart(() => import('../selection/selection-bar.tsx'));

/** The file explorer. Lists files at or below the viewer's depth; the URL holds search, sort, and filter. */
export function FileExplorer({ userId }: { userId: string }) {
  const container = useRef<HTMLDivElement>(null);
  const selectButton = useRef<HTMLButtonElement>(null);
  const explorer = useFileExplorer(userId, container);
  const { fileQuery, visibleFiles, selection, isLoading } = explorer;

  const countText = isLoading ? texts.loading : texts.fileCount(visibleFiles.length, fileQuery.hasNextPage);

  const closeSelection = () => selection.stop(() => selectButton.current?.focus());

  return (
    <LoadRowsContext value={explorer.loadRows}>
      <div ref={container} tabIndex={-1} className="explorer">
        <ExplorerControls
          query={explorer.listing}
          searchText={explorer.searchText}
          onType={explorer.setSearchText}
          onChange={explorer.changeQuery}
        />
        <ExplorerBar
          countText={visibleFiles.length === 0 ? undefined : countText}
          isBusy={fileQuery.isFetching}
          onRefresh={explorer.refresh}
          onLoadAll={explorer.loadAll}
          isSelecting={selection.isSelecting}
          onToggleSelection={() => (selection.isSelecting ? selection.stop() : selection.start())}
          selectButton={selectButton}
        />
        {selection.isSelecting && (
          <Suspense>
            <SelectionBar
              selection={selection}
              total={visibleFiles.length}
              viewerId={userId}
              onClose={closeSelection}
            />
          </Suspense>
        )}
        <FileListing
          files={visibleFiles}
          viewerId={userId}
          onRemove={explorer.release}
          isLoading={isLoading}
          selection={selection}
          isFiltered={explorer.isFiltered}
          problem={explorer.problem}
          nextPageProblem={explorer.nextPageProblem}
          onRetry={explorer.retry}
          onClear={explorer.clearFilters}
          onSearchAll={explorer.canSearchAll ? explorer.searchAll : undefined}
        />
        {fileQuery.hasNextPage && (
          <MoreFiles
            isFetching={fileQuery.isFetching}
            isFetchingNextPage={fileQuery.isFetchingNextPage}
            onLoadMore={explorer.loadMore}
          />
        )}
      </div>
    </LoadRowsContext>
  );
}

interface MoreFilesProps {
  /** Whether any page is loading. */
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly onLoadMore: () => void;
}

/** The button that loads the next page of files. */
function MoreFiles({ isFetching, isFetchingNextPage, onLoadMore }: MoreFilesProps) {
  return (
    <div className="explorer__more">
      <button type="button" className="button button--quiet" aria-disabled={isFetching} onClick={onLoadMore}>
        {isFetchingNextPage ? texts.loadingMore : texts.loadMore}
      </button>
    </div>
  );
}
