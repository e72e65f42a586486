import { memo, use, useState } from 'react';
import { depthTexts } from '../../../../design/depth-choice.tsx';
import { ProgressBar } from '../../../../design/progress-bar.tsx';
import { OwnDepthContext } from '../../../../platform/state/own-depth.ts';
import { parseDepth } from '../../../../platform/text/parse-depth.ts';
import { formatContribution } from '../../card/format-contribution.ts';
import { isPicture } from '../check-file.ts';
import { ChosenThumbnail } from '../chosen-thumbnail.tsx';
import { DetailsFields } from '../details-fields.tsx';
import { describeWarning, FileFacts } from '../file-facts.tsx';
import { texts as uploadTexts } from '../texts.ts';
import { savedName } from '../tidy-file-name.ts';
import { describeUploadState } from '../upload-progress.tsx';
import { isActive } from '../upload-state.ts';
import { isCopy, isUnsent, type QueuedFile } from './queue-state.ts';
import { RowActions } from './row-actions.tsx';
import { texts } from './texts.ts';
import type { UploadQueue } from './upload-queue.ts';
import { useFocusWhenButtonDisappears } from './use-focus-when-button-disappears.ts';

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
      <ChosenThumbnail file={file} poster={preparedFile?.poster} />
      <div className="queue-row__what">
        <strong className="queue-row__name">
          <bdi>{name}</bdi>
        </strong>
        <FileFacts queuedFile={queuedFile} isRow />
        <RowNotes queuedFile={queuedFile} name={name} />
        {!isEditing && isUnsent(queuedFile) && <DepthProblem text={details.depth} />}
        {lacksAltText && !isEditing && (
          <button
            type="button"
            className="button button--quiet button--small queue-row__describe"
            aria-label={texts.describePictureOf(name)}
            onClick={() => setOpenedField('altText')}
          >
            {uploadTexts.altLabel}
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
      {state.status === 'uploading' && <ProgressBar label={uploadTexts.uploading(name)} percent={state.progress} />}
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

/** Shows why the depth prevents the upload, if so. The details show the same text while they are open. */
function DepthProblem({ text }: { text: string }) {
  const ownDepth = use(OwnDepthContext);
  if (parseDepth(text, { ownDepth }) !== 'invalid') return null;

  return <span className="card-problem">{depthTexts.invalid(ownDepth)}</span>;
}

/** Shows the state of the upload, and notes about the file. */
function RowNotes({ queuedFile, name }: { queuedFile: QueuedFile; name: string }) {
  const { file, state, storedFile } = queuedFile;
  const originalName = file.name.normalize('NFC');
  const warning = describeWarning(queuedFile);

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
      {isCopy(queuedFile) && isUnsent(queuedFile) && <span className="queue-row__note">{uploadTexts.alreadyHeld}</span>}
      {warning && <span className="queue-row__note">{warning}</span>}
    </>
  );
}
