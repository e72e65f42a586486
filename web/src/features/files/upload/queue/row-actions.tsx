import { Button } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import { CancelButton } from '../cancel-button.tsx';
import { usesMultipart } from '../file-checksums.ts';
import { texts as uploadTexts } from '../texts.ts';
import { canCancelUpload } from '../upload-progress.tsx';
import type { QueuedFile } from './queue-state.ts';
import { texts } from './texts.ts';
import type { UploadQueue } from './upload-queue.ts';

interface RowActionsProps {
  readonly queuedFile: QueuedFile;
  readonly name: string;
  readonly queue: UploadQueue;
  /** Called before the row is removed. */
  readonly onRemove: (id: string) => void;
  /** The button that opens the details. */
  readonly children: ReactNode;
}

/** The buttons to edit the details of a file, and to pause, resume, cancel, retry, or remove a file. */
export function RowActions({ queuedFile, name, queue, onRemove, children }: RowActionsProps) {
  const { id, file, state, preparedFile } = queuedFile;
  const { status, progress } = state;

  if (status === 'success') {
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true" className="queue-row__check">
        <path d="M5 13l5 5L20 7" />
      </svg>
    );
  }

  const isMultipart = usesMultipart(preparedFile?.file ?? file);
  const isSending = status === 'uploading' || status === 'paused';

  return (
    <div className="queue-row__actions">
      {children}
      {status === 'error' && (
        <Button size="small" aria-label={texts.retryOf(name)} onClick={() => queue.enqueue(id)}>
          {texts.retry}
        </Button>
      )}
      {status === 'uploading' && isMultipart && canCancelUpload(state, { isMultipart }) && (
        <Button size="small" aria-label={texts.pauseOf(name)} onClick={() => queue.pause(id)}>
          {uploadTexts.pause}
        </Button>
      )}
      {status === 'paused' && (
        <Button size="small" aria-label={texts.resumeOf(name)} onClick={() => queue.enqueue(id)}>
          {uploadTexts.resume}
        </Button>
      )}
      {isSending && canCancelUpload(state, { isMultipart }) && (
        <CancelButton
          name={name}
          label={texts.cancel}
          accessibleName={texts.cancelOf(name)}
          lostPercent={isMultipart ? progress : undefined}
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
