import { type ComponentProps, memo, useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { Link } from '../../../design/link.tsx';
import { TimeAgo } from '../../../design/time-ago.tsx';
import { formatDepth } from '../../../platform/text/format-depth.ts';
import { formatFileSize } from '../../../platform/text/format-number.ts';
import { isPreviewable } from '../file-kind.ts';
import { type FileRow, isLoaded, type LoadedFile, rowId, rowName } from '../file-row.ts';
import { CardIcon } from './card-icon.tsx';
import { DeleteFileButton } from './delete-file-button.tsx';
import { DetailsButton } from './details-button.tsx';
import { DownloadLink } from './download-link.tsx';
import { EditFileButton } from './edit-file-button.tsx';
import { FileThumbnail } from './file-thumbnail.tsx';
import { LikeButton } from './like-button.tsx';
import { LoadingCard } from './loading-card.tsx';
import { SelectBox, type SelectFile } from './select-box.tsx';
import { texts } from './texts.ts';

/** The viewer and the actions of a card. Pass the same functions in each render; otherwise every card renders again. */
export interface CardActions {
  readonly viewerId: string | undefined;
  readonly onPreview: (fileKey: string) => void;
  readonly onDeleted: (file: LoadedFile) => void;
}

interface SelectableProps extends CardActions {
  /** Pass the same function in each render. Without it, files can't be selected. */
  readonly onSelect?: SelectFile | undefined;
  readonly isSelected?: boolean | undefined;
  /** Whether the member is selecting files. */
  readonly isSelecting?: boolean | undefined;
}

interface CardContentsProps extends SelectableProps {
  readonly file: LoadedFile;
}

interface FileCardProps extends SelectableProps {
  readonly row: FileRow;
  /** Attributes of the list item, for lists that render only the rows in view. */
  readonly item?: ComponentProps<'li'> & { readonly 'data-index': number };
}

/** One file of a list. Shows the file's details and the viewer's actions once the details are loaded. */
export function FileCard({ item, row, ...props }: FileCardProps) {
  return (
    <li className="panel file-card" data-row-id={rowId(row)} tabIndex={-1} aria-label={rowName(row)} {...item}>
      {isLoaded(row) ? <CardContents file={row} {...props} /> : <LoadingCard row={row} />}
    </li>
  );
}

/** The contents of a card whose file is loaded. */
const CardContents = memo(function CardContents(props: CardContentsProps) {
  const { file, viewerId, onPreview, onDeleted, onSelect, isSelected = false, isSelecting = false } = props;
  const [problem, setProblem] = useState<string>();

  return (
    <>
      {onSelect && (
        <SelectBox
          rowId={rowId(file)}
          fileName={file.fileName}
          isSelected={isSelected}
          isSelecting={isSelecting}
          onSelect={onSelect}
        />
      )}
      <FileThumbnail file={file} />
      <CardDetails file={file} />
      <CardFoot file={file} viewerId={viewerId} onPreview={onPreview} onDeleted={onDeleted} onProblem={setProblem} />
      <div role="alert" className="file-card__alert">
        {problem && <p className="card-problem">{problem}</p>}
      </div>
    </>
  );
});

interface CardFootProps extends CardActions {
  readonly file: LoadedFile;
  /** Receives the error text of a button, or undefined to clear it. */
  readonly onProblem: (problem: string | undefined) => void;
}

/**
 * The bottom of a card: the likes and views, and the viewer's actions. A file can be opened once it is scanned for
 * malware.
 */
function CardFoot({ file, viewerId, onPreview, onDeleted, onProblem }: CardFootProps) {
  const buttonProps = { file, viewerId, onProblem };

  return (
    <div className="file-card__foot">
      <div className="file-card__counts">
        <LikeButton {...buttonProps} />
        <span>{texts.views(file.views)}</span>
      </div>
      <div className="file-card__actions">
        {file.scanning && <span className="file-card__scanning">{texts.scanning}</span>}
        {!file.scanning && isPreviewable(file.contentType) && (
          <button
            type="button"
            className="icon-button file-card__preview"
            aria-label={texts.previewOf(file.fileName)}
            title={texts.preview}
            onClick={() => onPreview(file.key)}
          >
            <CardIcon action="preview" />
          </button>
        )}
        {!isPreviewable(file.contentType) && <DetailsButton file={file} />}
        {!file.scanning && <DownloadLink {...buttonProps} />}
        {file.userId === viewerId && (
          <span className="file-card__own">
            <EditFileButton file={file} />
            <DeleteFileButton {...buttonProps} onDeleted={() => onDeleted(file)} />
          </span>
        )}
      </div>
    </div>
  );
}

/** Shows the name, the facts, and the description of a file. */
function CardDetails({ file }: { file: ListedFile }) {
  const { fileName, description, media } = file;

  return (
    <div className="file-card__what">
      <h3 className="file-card__name" title={fileName}>
        <bdi>{fileName}</bdi>
      </h3>
      <p className="file-card__facts">
        <span className="file-card__about">
          {media?.title && (
            <>
              <bdi>{texts.titleBy(media.title, media.performer)}</bdi>
              {SEPARATOR}
            </>
          )}
          {formatFileSize(file.size)}
          {SEPARATOR}
          <TimeAgo time={file.lastModified} />
        </span>
        <Dot />
        <span className="file-card__uploader">
          {texts.by}{' '}
          <Link to={`/profile/${file.userId}`} dir="auto">
            {file.uploaderName}
          </Link>
        </span>
        <Dot />
        <span className="file-card__depth">{texts.visibleFrom(formatDepth(file.userDepth))}</span>
      </p>
      <p className="file-card__description" dir="auto" title={description || undefined}>
        {description || <em>{texts.noDescription}</em>}
      </p>
    </div>
  );
}

/** Separates two facts. The first space doesn't break, so no line begins with a dot. */
const SEPARATOR = '\u00a0· ';

/** Separates two groups of facts. The gallery hides this dot, because it shows each group on its own line. */
const Dot = () => <span className="file-card__dot">{SEPARATOR}</span>;
