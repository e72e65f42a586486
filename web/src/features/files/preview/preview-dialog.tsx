import { type KeyboardEvent, useId } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { Modal } from '../../../design/modal.tsx';
import { formatFileSize } from '../../../platform/format.ts';
import { texts } from '../texts.ts';
import './preview.css';
import { isPreviewable, previewKindFor } from '../file-kind.ts';
import { PreviewContent } from './preview-content.tsx';
import { PreviewProblem, PreviewSkeleton } from './preview-states.tsx';
import { StepButton } from './step-button.tsx';
import { isExpired, useOpenedFile } from './use-opened-file.ts';

interface PreviewDialogProps {
  /** The loaded files, for the Previous and Next buttons. */
  readonly files: readonly ListedFile[];
  readonly viewerId: string | undefined;
  /** The key of the file to show first. */
  readonly initialKey: string;
  readonly onClose: () => void;
}

/** Previews a file in a dialog. Buttons and arrow keys go to the previous and next file. */
export default function PreviewDialog({ files, viewerId, initialKey, onClose }: PreviewDialogProps) {
  const id = useId();
  const { opened, open, retry, savePosition } = useOpenedFile(viewerId, initialKey);
  const previewable = files.filter(({ contentType }) => isPreviewable(contentType));
  const index = previewable.findIndex(({ key }) => key === opened.key);
  const file = previewable[index];
  const kind = file && previewKindFor(file.contentType);
  // The file was deleted in another tab.
  if (!file || !kind) return null;
  const [previous, next] = [previewable[index - 1], previewable[index + 1]];

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : undefined;
    if (target) void open(target.key);
  }

  return (
    <Modal labelledBy={id} className="preview" onClose={onClose} onKeyDown={onKeyDown}>
      <header className="preview__head">
        <div>
          <h2 id={id}>
            <bdi>{file.fileName}</bdi>
          </h2>
          <p className="soft">{formatFileSize(file.size)}</p>
        </div>
        <button type="button" className="icon-button" aria-label={texts.close} onClick={onClose}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 5l14 14M19 5 5 19" />
          </svg>
        </button>
      </header>
      <div className="preview__stage">
        {opened.problem !== undefined && <PreviewProblem problem={texts.openFailed(opened.problem)} onRetry={retry} />}
        {opened.url ? (
          <PreviewContent
            key={`${opened.key} ${opened.attempt}`}
            file={file}
            kind={kind}
            url={opened.url}
            isExpired={() => isExpired(opened)}
            onRetry={retry}
            startAt={opened.startAt}
            onInterrupted={savePosition}
          />
        ) : (
          opened.problem === undefined && <PreviewSkeleton kind={kind} />
        )}
      </div>
      <footer className="preview__foot">
        <StepButton label={texts.previous} direction="previous" onStep={previous && (() => void open(previous.key))} />
        <p className="soft">
          <span aria-hidden="true">{texts.placeOf(index + 1, previewable.length)}</span>
          <span role="status" className="visually-hidden">
            {texts.position(file.fileName, index + 1, previewable.length)}
          </span>
        </p>
        <StepButton label={texts.next} direction="next" onStep={next && (() => void open(next.key))} />
        <a
          className="button button--small preview__download"
          href={opened.url ?? file.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={texts.downloadOf(file.fileName)}
          onClick={({ currentTarget }) => {
            if (isExpired(opened)) currentTarget.href = file.url;
          }}
        >
          {texts.download}
        </a>
      </footer>
    </Modal>
  );
}
