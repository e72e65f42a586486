import { Button } from '@aws-amplify/ui-react';
import { texts } from './texts.ts';
import type { UploadState } from './upload-state.ts';

const ANNOUNCED_STEP = 25;

/** How far an upload is; screen readers hear of every quarter. */
export function UploadProgress({ name, state, onCancel }: { name: string; state: UploadState; onCancel: () => void }) {
  const { progress, status } = state;
  const announced = Math.floor(progress / ANNOUNCED_STEP) * ANNOUNCED_STEP;
  return (
    <div className="upload-progress">
      <div className="upload-progress__line">
        <span className="upload-progress__name">{texts.uploading(name)}</span>
        <strong aria-hidden="true">{progress}%</strong>
      </div>
      <div
        className="upload-progress__bar"
        role="progressbar"
        aria-label={texts.uploading(name)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
      >
        <span style={{ inlineSize: `${progress}%` }} />
      </div>
      <div className="upload-progress__line">
        <span>{status === 'uploading' && progress === 100 ? texts.finishing : ' '}</span>
        {status === 'uploading' && (
          <Button size="small" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {status === 'success' ? texts.uploaded(name) : texts.percentDone(announced)}
      </span>
    </div>
  );
}
