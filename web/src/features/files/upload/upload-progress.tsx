import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx';
import { ProgressBar } from '../../../design/progress-bar.tsx';
import { texts } from '../texts.ts';
import { isUnderWay, type UploadState } from './upload-state.ts';

const ANNOUNCED_STEP = 25;

interface UploadProgressProps {
  readonly name: string;
  readonly state: UploadState;
  /** Whether it can be paused. What can be is large, and cancelling it is asked about first. */
  readonly pausable: boolean;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onCancel: () => void;
}

/** How far an upload is; screen readers hear of every quarter. */
export function UploadProgress({ name, state, pausable, onPause, onResume, onCancel }: UploadProgressProps) {
  const { progress, status } = state;
  const [asking, setAsking] = useState(false);
  const paused = status === 'paused';
  // What has been sent whole is in the ocean, or will be in a moment, whatever one says now: the store tells of it.
  const stoppable = isUnderWay(state) && (progress < 100 || (pausable && (paused || state.offline === true)));
  return (
    <div className="upload-progress">
      <div className="upload-progress__line">
        <span className="upload-progress__name">{texts.uploading(name)}</span>
        <strong aria-hidden="true">{progress}%</strong>
      </div>
      <ProgressBar label={texts.uploading(name)} percent={progress} paused={paused} />
      <div className="upload-progress__line">
        <span>{stateText(state) ?? ' '}</span>
        {stoppable && (
          <div className="button-row">
            {pausable && (
              <Button size="small" onClick={paused ? onResume : onPause}>
                {paused ? texts.resume : texts.pause}
              </Button>
            )}
            <Button size="small" onClick={pausable && progress > 0 ? () => setAsking(true) : onCancel}>
              {texts.cancel}
            </Button>
          </div>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {announcement(name, state)}
      </span>
      {asking && stoppable && (
        <ConfirmDialog
          question={texts.cancelQuestion(name)}
          consequence={texts.cancelLoses(progress)}
          yes={texts.cancel}
          no={texts.keepUploading}
          onYes={onCancel}
          onClose={() => setAsking(false)}
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
  return texts.percentDone(Math.floor(state.progress / ANNOUNCED_STEP) * ANNOUNCED_STEP);
}
