import { ErrorPanel } from '../../../design/error-panel.tsx';
import { Link } from '../../../design/link.tsx';
import { Skeleton } from '../../../design/skeleton.tsx';
import { FileCards } from '../card/file-cards.tsx';
import type { FileRow } from '../file-row.ts';
import type { CardSelection } from '../selection/use-selection.ts';
import { texts } from '../texts.ts';
import { VirtualFileList } from './grid/virtual-file-list.tsx';
import { useFileView } from './view/file-view.ts';

interface FileListingProps {
  readonly files: readonly FileRow[];
  readonly viewerId: string;
  /** Called before a card is removed because its file is deleted. Pass the same function in each render. */
  readonly onRemove: (id: string) => void;
  readonly isLoading: boolean;
  readonly selection: CardSelection;
  /** Whether a search or filter is active. */
  readonly isFiltered: boolean;
  /** Why the list couldn't be loaded. Files that were loaded before stay below this text. */
  readonly problem: string | undefined;
  /** Why the next page couldn't be loaded. */
  readonly nextPageProblem: string | undefined;
  readonly onRetry: () => void;
  readonly onClear: () => void;
  /** Searches on the server. Undefined if the server has already searched, or if all files are loaded. */
  readonly onSearchAll: (() => void) | undefined;
}

/** Shows the explorer's files, or why the list is empty. */
export function FileListing(props: FileListingProps) {
  const { files, viewerId, isLoading, selection, problem, nextPageProblem, onRetry } = props;
  const view = useFileView();
  const hasLoaded = !isLoading && !problem && !nextPageProblem;

  return (
    <>
      {problem && (
        <ErrorPanel
          text={
            <>
              {problem} {files.length > 0 && <span className="explorer__earlier">{texts.earlierFiles}</span>}
            </>
          }
          onRetry={onRetry}
        />
      )}
      {isLoading && files.length === 0 && <Skeleton label={texts.loading} shape="rows" count={6} />}
      {files.length > 0 && <h2 className="visually-hidden">{texts.listHeading}</h2>}
      <div aria-busy={isLoading}>
        <FileCards
          files={files}
          viewerId={viewerId}
          onRemove={props.onRemove}
          emptyState={hasLoaded && <EmptyListing {...props} />}
          renderList={(actions) => <VirtualFileList files={files} view={view} selection={selection} {...actions} />}
        />
      </div>
      {nextPageProblem && <ErrorPanel text={nextPageProblem} onRetry={onRetry} />}
    </>
  );
}

/** Says why no file is shown, with a button for the next step. */
function EmptyListing({ isFiltered, onClear, onSearchAll }: FileListingProps) {
  if (onSearchAll) {
    return (
      <div className="explorer__empty">
        <p>{texts.noLoadedMatch}</p>
        <button type="button" className="button button--quiet" onClick={onSearchAll}>
          {texts.searchAll}
        </button>
      </div>
    );
  }

  return (
    <div className="explorer__empty">
      <p>{texts.empty}</p>
      <p className="soft">{isFiltered ? texts.noMatchHint : texts.emptyHint}</p>
      {isFiltered ? (
        <button type="button" className="button button--quiet" onClick={onClear}>
          {texts.clear}
        </button>
      ) : (
        <Link className="button" to="/upload">
          {texts.uploadFirst}
        </Link>
      )}
    </div>
  );
}
