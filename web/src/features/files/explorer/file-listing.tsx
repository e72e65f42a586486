import { Button } from '@aws-amplify/ui-react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { Problem } from '../../../design/problem.tsx';
import { Skeleton } from '../../../design/skeleton.tsx';
import { FileCards } from '../card/file-cards.tsx';
import { texts } from '../texts.ts';

interface FileListingProps {
  readonly files: readonly ListedFile[];
  readonly viewerId: string;
  readonly loading: boolean;
  /** Whether a search or filter keeps files away. */
  readonly narrowed: boolean;
  readonly more: boolean;
  readonly error: string | undefined;
  readonly onRetry: () => void;
  readonly onClear: () => void;
  /** Given while only what is loaded has been looked through, and there is more. */
  readonly onSearchAll: (() => void) | undefined;
}

/** The explorer's files, or why there are none. */
export function FileListing(props: FileListingProps) {
  const { files, viewerId, loading, more, error, onRetry } = props;
  return (
    <>
      {loading && !error && <Skeleton label={texts.loading} shape="cards" count={6} />}
      {files.length > 0 && (
        <>
          <p className="soft explorer__count" role="status">
            {texts.shown(files.length, more)}
          </p>
          <h2 className="visually-hidden">{texts.listHeading}</h2>
        </>
      )}
      <FileCards files={files} viewerId={viewerId} empty={!loading && !error && <NothingFound {...props} />} />
      {error && <Problem text={error} onRetry={onRetry} />}
    </>
  );
}

function NothingFound({ narrowed, onClear, onSearchAll }: FileListingProps) {
  if (onSearchAll) {
    return (
      <div className="panel explorer__empty">
        <p>{texts.emptyLoaded}</p>
        <Button onClick={onSearchAll}>{texts.searchAll}</Button>
      </div>
    );
  }
  return (
    <div className="panel explorer__empty">
      <p>{texts.empty}</p>
      {narrowed && (
        <>
          <p className="soft">{texts.emptySearch}</p>
          <Button onClick={onClear}>{texts.clear}</Button>
        </>
      )}
    </div>
  );
}
