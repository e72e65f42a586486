import { type KeyboardEvent, use, useEffect, useId, useState } from 'react';
import { Modal } from '../../../design/modal.tsx';
import { useBackToClose } from '../../../design/use-back-to-close.ts';
import { onProductEvent } from '../../../platform/product-events.ts';
import { downloadHref } from '../card/download-link.tsx';
import { LoadRowsContext } from '../explorer/outline/load-rows.ts';
import { isPreviewable, previewKindFor } from '../file-kind.ts';
import { type FileRow, isLoaded, type LoadedFile, rowId } from '../file-row.ts';
import { texts } from '../texts.ts';
import { describeFacts } from './media-facts.ts';
import './preview.css';
import { PreviewDetails } from './preview-details.tsx';
import { PreviewStage } from './preview-stage.tsx';
import { StepButton } from './step-button.tsx';
import { texts as previewTexts } from './texts.ts';
import { isExpired, type OpenedFile, useOpenedFile } from './use-opened-file.ts';
import { usePreload } from './use-preload.ts';
import { useSwipe } from './use-swipe.ts';

/** How many rows before and after the open file are loaded in advance. */
const STEPS_AHEAD = 10;

/** Returns whether a file can be previewed now. */
function canPreview(row: FileRow): boolean {
  return isPreviewable(row.contentType) && !(isLoaded(row) && row.scanning);
}

/**
 * Returns the rows to step through, and the index of the open one.
 *
 * If newer files push the open file out of the list, its row is added at the end.
 */
function useRowsWithOpened(listedRows: readonly FileRow[], key: string) {
  const index = listedRows.findIndex((row) => isLoaded(row) && row.key === key);
  const listedRow = listedRows[index];
  // The row of the last open file that was in the list. Set while rendering: React then renders again before it updates
  // the screen.
  const [savedRow, setSavedRow] = useState<FileRow>();
  if (listedRow && listedRow !== savedRow) setSavedRow(listedRow);

  const isSavedRowOpen = (savedRow as LoadedFile | undefined)?.key === key;
  if (listedRow || !savedRow || !isSavedRowOpen) return { rows: listedRows, index };

  return { rows: [...listedRows, savedRow], index: listedRows.length };
}

/** Closes the dialog when its file is deleted, even in another tab. */
function useCloseOnDeletion(openFileId: string | undefined, onClose: () => void): void {
  useEffect(
    () =>
      onProductEvent('fileDeleted', ({ fileId }) => {
        if (fileId === openFileId) onClose();
      }),
    [openFileId, onClose],
  );
}

/** Returns the row if it is loaded. Otherwise, the step button to its file is inactive. */
function asLoaded(row: FileRow | undefined) {
  return row && isLoaded(row) ? row : undefined;
}

/** Loads the rows near the open file, so that the next file is nearly always loaded. */
function useLoadAround(rows: readonly FileRow[], index: number): void {
  const loadRows = use(LoadRowsContext);
  const ids = rows.slice(Math.max(0, index - STEPS_AHEAD), index + STEPS_AHEAD + 1).map(rowId);
  const joinedIds = ids.join(' ');

  useEffect(() => loadRows('preview', joinedIds.split(' ')), [loadRows, joinedIds]);
  useEffect(() => () => loadRows('preview', []), [loadRows]);
}

interface PreviewHeadProps {
  readonly file: LoadedFile;
  readonly headingId: string;
  /** The ID of the file's details, which are below the file. */
  readonly detailsId: string;
  readonly showsDetails: boolean;
  readonly onToggleDetails: () => void;
  readonly onClose: () => void;
}

/** The top row: the file's name and facts, the button for its details, and the Close button. */
function PreviewHead({ file, headingId, detailsId, showsDetails, onToggleDetails, onClose }: PreviewHeadProps) {
  return (
    <header className="preview__head">
      <div>
        <h2 id={headingId}>
          <bdi>{file.fileName}</bdi>
        </h2>
        <p className="soft">{describeFacts(file)}</p>
      </div>
      <button
        type="button"
        className="icon-button preview__describe"
        aria-label={previewTexts.details}
        title={previewTexts.details}
        aria-expanded={showsDetails}
        aria-controls={showsDetails ? detailsId : undefined}
        onClick={onToggleDetails}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 3a9 9 0 1 0 .1 0M12 11v5.500M12 7.500v.1" />
        </svg>
      </button>
      <button type="button" className="icon-button" aria-label={texts.close} onClick={onClose}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 5l14 14M19 5 5 19" />
        </svg>
      </button>
    </header>
  );
}

interface PreviewFootProps {
  readonly file: LoadedFile;
  readonly openedFile: OpenedFile;
  /** The file's position in the list, from 1. */
  readonly position: number;
  /** The number of files in the list. */
  readonly total: number;
  /** Undefined if there is no previous file, or it isn't loaded. */
  readonly onPrevious: (() => void) | undefined;
  /** Undefined if there is no next file, or it isn't loaded. */
  readonly onNext: (() => void) | undefined;
}

/** The bottom row: the buttons to the neighbouring files, the position in the list, and the download. */
function PreviewFoot({ file, openedFile, position, total, onPrevious, onNext }: PreviewFootProps) {
  return (
    <footer className="preview__foot">
      <StepButton label={texts.previous} direction="previous" onStep={onPrevious} />
      <p className="soft">
        <span aria-hidden="true">{texts.placeOf(position, total)}</span>
        <span role="status" className="visually-hidden">
          {texts.position(file.fileName, position, total)}
        </span>
      </p>
      <StepButton label={texts.next} direction="next" onStep={onNext} />
      <a
        className="button button--small preview__download"
        href={openedFile.url ?? downloadHref(file)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={texts.downloadOf(file.fileName)}
        onClick={({ currentTarget }) => {
          // The URL may have expired since the last render. A list refetches its URLs before they expire.
          if (isExpired(openedFile)) currentTarget.href = downloadHref(file);
        }}
      >
        {texts.download}
      </a>
    </footer>
  );
}

interface PreviewDialogProps {
  /** The rows of the list, for the Previous and Next buttons. */
  readonly files: readonly FileRow[];
  readonly viewerId: string | undefined;
  /** The key of the file to show first. */
  readonly initialKey: string;
  readonly onClose: () => void;
}

/** Previews a file in a dialog. Buttons, arrow keys, and swipes go to the previous and next file; Back closes it. */
export default function PreviewDialog({ files, viewerId, initialKey, onClose }: PreviewDialogProps) {
  const id = useId();
  const detailsId = useId();
  const [showsDetails, setShowsDetails] = useState(false);
  const controls = useOpenedFile(viewerId, initialKey);
  const { openedFile, open } = controls;

  useBackToClose(onClose);
  const { rows, index } = useRowsWithOpened(files.filter(canPreview), openedFile.key);
  const file = asLoaded(rows[index]);
  const neighbours = { previous: asLoaded(rows[index - 1]), next: asLoaded(rows[index + 1]) };

  useLoadAround(rows, index);
  useCloseOnDeletion(file?.key, onClose);
  usePreload(file ? [neighbours.next, neighbours.previous] : []);

  function step(direction: 'previous' | 'next') {
    const neighbour = neighbours[direction];
    if (neighbour) void open(neighbour.key);
  }

  const swipe = useSwipe(step);

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowLeft') step('previous');
    if (event.key === 'ArrowRight') step('next');
  }

  const kind = file && previewKindFor(file.contentType);
  if (!file || !kind) return null;

  return (
    <Modal labelledBy={id} className="preview" scheme="night" onClose={onClose} onKeyDown={onKeyDown}>
      <PreviewHead
        file={file}
        headingId={id}
        detailsId={detailsId}
        showsDetails={showsDetails}
        onToggleDetails={() => setShowsDetails(!showsDetails)}
        onClose={onClose}
      />
      <div className="preview__stage" {...swipe}>
        <PreviewStage file={file} kind={kind} controls={controls} />
      </div>
      {showsDetails && <PreviewDetails id={detailsId} file={file} />}
      <PreviewFoot
        file={file}
        openedFile={openedFile}
        position={index + 1}
        total={rows.length}
        onPrevious={neighbours.previous && (() => step('previous'))}
        onNext={neighbours.next && (() => step('next'))}
      />
    </Modal>
  );
}
