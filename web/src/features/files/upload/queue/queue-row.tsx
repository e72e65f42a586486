import { Button } from '@aws-amplify/ui-react';
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { ProgressBar } from '../../../../design/progress-bar.tsx';
import { useVisibleAlert } from '../../../../platform/browser/visible-alerts.ts';
import { formatContribution } from '../../card/format-contribution.ts';
import { CancelButton } from '../cancel-button.tsx';
import { isPicture } from '../check-file.ts';
import { DetailsFields } from '../details-fields.tsx';
import { usesMultipart } from '../file-checksums.ts';
import { cleaningWarning, FileFacts } from '../file-facts.tsx';
import { FileThumbnail } from '../file-thumbnail.tsx';
import { texts } from '../texts.ts';
import { savedName } from '../tidy-file-name.ts';
import { canCancelUpload, describeUploadState } from '../upload-progress.tsx';
import { isActive } from '../upload-state.ts';
import { isCopy, isUnsent, type QueuedFile } from './queue-state.ts';
import type { UploadQueue } from './upload-queue.ts';

interface QueueRowProps {
  readonly queuedFile: QueuedFile;
  readonly queue: UploadQueue;
  /** Called before the row is removed. */
  readonly onRemove: (id: string) => void;
}

/** Shows one of several files: its facts, the progress of its upload, and the buttons that apply. */
export const QueueRow = memo(({ queuedFile, queue, onRemove }: QueueRowProps) => {
  const { id, file, preparedFile, state, details } = queuedFile;
  const name = savedName(details.fileName, file.name);
  // Undefined while the details are closed. 'altText' opens them, and focuses the field for the alternative text.
  const [openedField, setOpenedField] = useState<'details' | 'altText'>();
  const row = useFocusWhenButtonDisappears(state.status);

  const isShared = state.status === 'success';
  const isEditing = openedField !== undefined && !isShared;
  const lacksAltText = isPicture(file) && !isShared && details.altText.trim() === '';

  return (
    <li className="queue-row" aria-label={name} data-status={state.status} tabIndex={-1} ref={row}>
      <FileThumbnail file={file} poster={preparedFile?.poster} />
      <div className="queue-row__what">
        <strong className="queue-row__name">
          <bdi>{name}</bdi>
        </strong>
        <FileFacts queuedFile={queuedFile} isRow />
        <RowNotes queuedFile={queuedFile} name={name} />
        {lacksAltText && !isEditing && (
          <button
            type="button"
            className="button button--quiet button--small queue-row__describe"
            aria-label={texts.describePictureOf(name)}
            onClick={() => setOpenedField('altText')}
          >
            {texts.altLabel}
          </button>
        )}
      </div>
      <RowActions queuedFile={queuedFile} name={name} queue={queue} onRemove={onRemove}>
        <button
          type="button"
          className="icon-button"
          aria-expanded={isEditing}
          aria-label={texts.detailsOf(name)}
          onClick={() => setOpenedField(isEditing ? undefined : 'details')}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 19l1-4L16 5l3 3L9 18zM14 7l3 3" />
          </svg>
        </button>
      </RowActions>
      {state.status === 'uploading' && <ProgressBar label={texts.uploading(name)} percent={state.progress} />}
      {isEditing && (
        <fieldset className="queue-row__details form" aria-label={texts.detailsOf(name)}>
          <DetailsFields
            file={file}
            details={details}
            isNameFixed={!isUnsent(queuedFile)}
            focusesAltText={openedField === 'altText'}
            onEdit={(newDetails) => queue.edit(id, newDetails)}
          />
        </fieldset>
      )}
    </li>
  );
});

/** Shows the state of the upload, and notes about the file. */
function RowNotes({ queuedFile, name }: { queuedFile: QueuedFile; name: string }) {
  const { file, state, storedFile } = queuedFile;
  const originalName = file.name.normalize('NFC');
  const warning = cleaningWarning(queuedFile);
  useVisibleAlert(state.status === 'error');

  return (
    <>
      {name !== originalName && <span className="soft">{texts.renamedFrom(originalName)}</span>}
      {state.status === 'success' && (
        <span className="queue-row__done">
          {texts.shared}{' '}
          {storedFile && storedFile.creditedBytes > 0 && texts.rose(formatContribution(storedFile.creditedBytes))}{' '}
          {storedFile?.scanning && texts.opensSoon}
        </span>
      )}
      {isActive(state) && <span className="soft">{describeUploadState(state) ?? `${state.progress}%`}</span>}
      {state.status === 'error' && <span className="card-problem">{state.error}</span>}
      {isCopy(queuedFile) && isUnsent(queuedFile) && <span className="queue-row__note">{texts.alreadyHeld}</span>}
      {warning && <span className="queue-row__note">{warning}</span>}
    </>
  );
}

interface RowActionsProps extends QueueRowProps {
  readonly name: string;
  /** The button that opens the details. */
  readonly children: ReactNode;
}

/** The buttons to pause, resume, cancel, retry, or remove a file. */
function RowActions({ queuedFile, name, queue, onRemove, children }: RowActionsProps) {
  const { id, file, state, preparedFile } = queuedFile;
  const { status, progress } = state;

  if (status === 'success') {
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true" className="queue-row__check">
        <path d="M5 13l5 5L20 7" />
      </svg>
    );
  }

  const isPausable = usesMultipart(preparedFile?.file ?? file);
  const isSending = status === 'uploading' || status === 'paused';

  return (
    <div className="queue-row__actions">
      {children}
      {status === 'error' && (
        <Button size="small" aria-label={texts.retryOf(name)} onClick={() => queue.queue(id)}>
          {texts.retry}
        </Button>
      )}
      {status === 'uploading' && isPausable && canCancelUpload(state, { isPausable }) && (
        <Button size="small" aria-label={texts.pauseOf(name)} onClick={() => queue.pause(id)}>
          {texts.pause}
        </Button>
      )}
      {status === 'paused' && (
        <Button size="small" aria-label={texts.resumeOf(name)} onClick={() => queue.queue(id)}>
          {texts.resume}
        </Button>
      )}
      {isSending && canCancelUpload(state, { isPausable }) && (
        <CancelButton
          name={name}
          label={texts.cancelShort}
          accessibleName={texts.cancelOf(name)}
          lostPercent={isPausable ? progress : undefined}
          onCancel={() => void queue.cancel(id)}
        />
      )}
      {!isSending && (
        <button
          type="button"
          className="icon-button"
          aria-label={texts.removeOf(name)}
          onClick={() => {
            onRemove(String(id));
            queue.remove(id);
          }}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6 6 18" />
          </svg>
        </button>
      )}
    </div>
  );
}

/** Focuses the row if the focused button disappears with a new status. Otherwise, the focus would be lost. */
function useFocusWhenButtonDisappears(status: string) {
  const row = useRef<HTMLLIElement>(null);
  const hadFocus = useRef(false);

  useLayoutEffect(() => {
    const element = row.current;
    const onFocus = () => {
      hadFocus.current = true;
    };
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      // Without another focused element, the focused button may have disappeared.
      if (relatedTarget) hadFocus.current = false;
    };

    element?.addEventListener('focusin', onFocus);
    element?.addEventListener('focusout', onBlur);

    return () => {
      element?.removeEventListener('focusin', onFocus);
      element?.removeEventListener('focusout', onBlur);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: buttons change with the status.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) row.current?.focus();
  }, [status]);

  return row;
}
