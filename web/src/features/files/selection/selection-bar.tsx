import { type KeyboardEvent, use, useEffect, useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { LeaveGuard } from '../../../design/leave-guard.tsx';
import { ProgressBar } from '../../../design/progress-bar.tsx';
import { formatFileSize } from '../../../platform/text/format-number.ts';
import { LoadRowsContext } from '../explorer/outline/load-rows.ts';
import { texts } from '../texts.ts';
import './selection-bar.css';
import { DeleteFilesDialog } from './delete-files-dialog.tsx';
import { useFileActions } from './use-file-actions.ts';
import type { FileSelection } from './use-selection.ts';

/** The actions for the selected files, and their states. */
type FileActions = ReturnType<typeof useFileActions>;

interface SelectionBarProps {
  readonly selection: FileSelection;
  /** The number of files in the list. */
  readonly total: number;
  readonly viewerId: string;
  readonly onClose: () => void;
}

/** Shows how many files are selected, and the actions for them. */
export default function SelectionBar({ selection, total, viewerId, onClose }: SelectionBarProps) {
  const { ids, files, missingIds, selectAll, holdStop } = selection;
  const { zip, like, deletion, isBusy, failure } = useFileActions(viewerId, selection);
  const [isConfirming, setIsConfirming] = useState(false);
  useLoadMissingRows(missingIds);

  const openableFiles = files.filter(({ scanning }) => !scanning);
  const unlikedFiles = files.filter(({ likedByViewer }) => !likedByViewer);
  const ownFiles = files.filter(({ userId }) => userId === viewerId);
  const totalSize = files.reduce((sum, file) => sum + file.size, 0);

  // Until the row of a file is loaded, the actions for the file are unknown.
  const areActionsDisabled = isBusy || missingIds.length > 0;
  const actions = [
    { label: texts.downloadZip, files: openableFiles, run: () => zip.run(openableFiles) },
    { label: texts.likeAll, files: unlikedFiles, run: () => like.run(unlikedFiles) },
    { label: texts.deleteAll(ownFiles.length), files: ownFiles, run: () => setIsConfirming(true) },
  ];

  // Elsewhere, Escape leaves the focus where it is. See `useSelectionKeys`.
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
    if (event.key !== 'Escape' || isInDialog) return;

    event.preventDefault();
    onClose();
  }

  return (
    <section className="selection-bar" aria-label={texts.selection} onKeyDown={onKeyDown}>
      <div className="selection-bar__row">
        <p role="status" className="selection-bar__count">
          {texts.selected(ids.size, missingIds.length === 0 ? formatFileSize(totalSize) : texts.loadingSelected)}
        </p>
        <button type="button" className="button button--quiet button--small" onClick={selectAll}>
          {texts.selectAll(total)}
        </button>
        <ActionButtons actions={actions} isDisabled={areActionsDisabled} />
        <button
          type="button"
          className="icon-button selection-bar__close"
          aria-label={texts.endSelection}
          title={texts.endSelection}
          onClick={onClose}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 5l14 14M19 5 5 19" />
          </svg>
        </button>
      </div>
      {zip.isBusy && <ZipProgress zip={zip} />}
      <ActionProblems zip={zip} isBusy={isBusy} failure={failure} />
      {isConfirming && (
        <DeleteFilesDialog
          files={ownFiles}
          otherCount={files.length - ownFiles.length}
          action={deletion}
          onClose={() => setIsConfirming(false)}
        />
      )}
      <LeaveGuard isActive={zip.isBusy} {...texts.leaveZip} />
      <LeaveGuard isActive={zip.isBusy} hold={holdStop} {...texts.endZip} />
    </section>
  );
}

/** Loads the rows of selected files, even of those that haven't been on screen. */
function useLoadMissingRows(missingIds: readonly string[]): void {
  const loadRows = use(LoadRowsContext);
  useEffect(() => loadRows('selection', missingIds), [loadRows, missingIds]);
  // Stops loading rows when the bar closes.
  useEffect(() => () => loadRows('selection', []), [loadRows]);
}

/** A button of the bar. */
interface SelectionAction {
  readonly label: string;
  /** The selected files that the action changes or downloads. */
  readonly files: readonly ListedFile[];
  readonly run: () => void;
}

interface ActionButtonsProps {
  readonly actions: readonly SelectionAction[];
  readonly isDisabled: boolean;
}

/** The buttons of the actions. A button is inactive if its action applies to no selected file. */
function ActionButtons({ actions, isDisabled }: ActionButtonsProps) {
  return (
    <div className="selection-bar__actions">
      {actions.map((action) => (
        <button
          key={action.label}
          type="button"
          className="button button--quiet button--small"
          // Unlike `disabled`, keeps the focus on the button while an action runs.
          aria-disabled={isDisabled || action.files.length === 0}
          onClick={() => {
            if (!isDisabled && action.files.length > 0) action.run();
          }}
        >
          {action.label}
        </button>
      ))}
    </div>
  );
}

/** The progress of the zip archive, with a button that stops it. */
function ZipProgress({ zip }: Pick<FileActions, 'zip'>) {
  return (
    <div className="selection-bar__row">
      <ProgressBar label={texts.zipProgress(zip.variables?.length ?? 0)} percent={zip.percent} />
      <button type="button" className="button button--quiet button--small" onClick={zip.cancel}>
        {texts.stopZip}
      </button>
    </div>
  );
}

/**
 * Shows why the zip archive failed, and which files an action failed for, with a Retry button.
 *
 * The problem of the archive is hidden while the next archive is saved, the failed files while any action runs.
 */
function ActionProblems({ zip, isBusy, failure }: Pick<FileActions, 'zip' | 'isBusy' | 'failure'>) {
  const zipProblem = zip.error && texts.zipBroken(zip.error.message);

  return (
    <div role="alert">
      {zipProblem && !zip.isBusy && <p className="card-problem">{zipProblem}</p>}
      {failure && !isBusy && (
        <p className="card-problem selection-bar__failure">
          {failure.text}{' '}
          <button type="button" className="button button--quiet button--small" onClick={failure.retry}>
            {texts.retry}
          </button>
        </p>
      )}
    </div>
  );
}
