import { Button } from '@aws-amplify/ui-react';
import { useRef } from 'react';
import { useFocusNextRow } from '../../../../design/list-focus.ts';
import RemainingAllowance from '../../../../design/remaining-allowance.tsx';
import { formatFileSize } from '../../../../platform/text/format-number.ts';
import { formatContribution } from '../../card/format-contribution.ts';
import { CameraDataChoice } from '../camera-data-choice.tsx';
import { DropZone } from '../drop-zone.tsx';
import { summarizeCleaning } from '../file-facts.tsx';
import { texts as uploadTexts } from '../texts.ts';
import { isActive } from '../upload-state.ts';
import { planUploads, UPLOAD_LIMITS } from './plan-uploads.ts';
import { QueueOverview } from './queue-overview.tsx';
import { computeProgress } from './queue-progress.ts';
import { QueueRow } from './queue-row.tsx';
import { isCopy, isFinished, type QueuedFile, type QueueState, sizeOf } from './queue-state.ts';
import './queue.css';
import { texts } from './texts.ts';
import type { UploadQueue } from './upload-queue.ts';
import { UploadSummary } from './upload-summary.tsx';

interface QueueViewProps {
  readonly queue: UploadQueue;
  readonly state: QueueState;
  readonly onAdd: (files: File[]) => void;
}

/** Shows several chosen files with their overall progress, and a summary when all uploads have ended. */
export function QueueView({ queue, state, onAdd }: QueueViewProps) {
  const { files } = state;
  const list = useRef<HTMLOListElement>(null);
  const focusNextRow = useFocusNextRow(
    list,
    ':scope > li',
    files.map(({ id }) => String(id)),
  );
  const isUploading = files.some((file) => isActive(file.state));

  return (
    <section className="upload-queue" aria-label={texts.filesToUpload}>
      {isUploading && <QueueOverview progress={computeProgress(state)} />}
      {isFinished(state) && <UploadSummary state={state} onUploadMore={() => queue.clear()} />}
      {!isUploading && <StartPanel queue={queue} state={state} />}
      <ol className="upload-queue__rows" ref={list} tabIndex={-1}>
        {files.map((file) => (
          <QueueRow key={file.id} queuedFile={file} queue={queue} onRemove={focusNextRow} />
        ))}
      </ol>
      <DropZone isCompact onFiles={onAdd} />
    </section>
  );
}

/** Shows the number of unsent files, and the choices for all of them. Shows nothing once all files are shared. */
function StartPanel({ queue, state }: Pick<QueueViewProps, 'queue' | 'state'>) {
  const unsentFiles = state.files.filter(({ storedFile }) => !storedFile);
  if (unsentFiles.length === 0) return null;

  const totalBytes = sumSizes(unsentFiles);
  const creditedBytes = sumSizes(unsentFiles.filter((file) => !isCopy(file)));
  const isRetry = unsentFiles.every((file) => file.state.status === 'error');

  return (
    <div className="upload-queue__start">
      <div>
        <h2>{texts.countOf(unsentFiles.length, formatFileSize(totalBytes))}</h2>
        {creditedBytes > 0 && <p className="soft">{uploadTexts.ascent(formatContribution(creditedBytes))}</p>}
        {/* Screen readers announce this summary instead of the rows, because there can be a hundred rows. */}
        <p className="soft" role="status">
          {summarizeCleaning(unsentFiles)}
        </p>
      </div>
      <CameraDataChoice
        files={unsentFiles}
        keepsCameraData={state.keepsCameraData}
        onChange={(keepsCameraData) => queue.keepCameraData(keepsCameraData)}
      />
      <RemainingAllowance limits={UPLOAD_LIMITS} plan={planUploads(unsentFiles)} />
      <div className="button-row">
        <Button variation="primary" onClick={() => queue.start()}>
          {isRetry ? texts.retryMany(unsentFiles.length) : texts.uploadMany(unsentFiles.length)}
        </Button>
        {!isFinished(state) && <Button onClick={() => queue.clear()}>{texts.removeAll}</Button>}
      </div>
    </div>
  );
}

function sumSizes(files: readonly QueuedFile[]): number {
  return files.reduce((sum, file) => sum + sizeOf(file), 0);
}
