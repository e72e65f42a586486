import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx';
import { ProgressBar } from '../../../design/progress-bar.tsx';
import { texts } from '../texts.ts';
import { isActive, type UploadState } from './upload-state.ts';

const ANNOUNCED_PERCENT_STEP = 25;

interface UploadProgressProps {
  readonly name: string;
  readonly state: UploadState;
  /** Whether the upload can be paused. Such files are large, so cancelling asks for confirmation. */
  readonly pausable: boolean;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onCancel: () => void;
}

/** The progress of an upload. Screen readers announce every 25 percent. */
export function UploadProgress({ name, state, pausable, onPause, onResume, onCancel }: UploadProgressProps) {
  const { progress, status } = state;
  const [confirming, setConfirming] = useState(false);
  const paused = status === 'paused';
  // A file that is fully sent can't be cancelled: the bucket's event records it in any case.
  const cancellable = isActive(state) && (progress < 100 || (pausable && (paused || state.offline === true)));
  return (
    <div className="upload-progress">
      <div className="upload-progress__line">
        <span className="upload-progress__name">{texts.uploading(name)}</span>
        <strong aria-hidden="true">{progress}%</strong>
      </div>
      <ProgressBar label={texts.uploading(name)} percent={progress} paused={paused} />
      <div className="upload-progress__line">
        <span>{stateText(state) ?? ' '}</span>
        {cancellable && (
          <div className="button-row">
            {pausable && (
              <Button size="small" onClick={paused ? onResume : onPause}>
                {paused ? texts.resume : texts.pause}
              </Button>
            )}
            <Button size="small" onClick={pausable && progress > 0 ? () => setConfirming(true) : onCancel}>
              {texts.cancel}
            </Button>
          </div>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {announcement(name, state)}
      </span>
      {confirming && cancellable && (
        <ConfirmDialog
          question={texts.cancelQuestion(name)}
          consequence={texts.cancelConsequence(progress)}
          confirmLabel={texts.cancel}
          cancelLabel={texts.keepUploading}
          onConfirm={onCancel}
          onCancel={() => setConfirming(false)}
        />
      )}
    </div>
  );
}

function stateText({ status, progress, offline }: UploadState): string | undefined {
  if (status === 'paused') return texts.paused;
  if (status !== 'uploading') return undefined;
  if (offline) return texts.offline;
  return progress === 100 ? texts.finishing : undefined;
}

function announcement(name: string, state: UploadState): string {
  if (state.status === 'success') return texts.uploaded(name);
  if (state.status === 'paused') return texts.paused;
  if (state.offline) return texts.offline;
  return texts.percentDone(Math.floor(state.progress / ANNOUNCED_PERCENT_STEP) * ANNOUNCED_PERCENT_STEP);
}
