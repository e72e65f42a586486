import { type KeyboardEvent, useId } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { Modal } from '../../../design/modal.tsx';
import { formatFileSize } from '../../../platform/format.ts';
import { texts } from '../texts.ts';
import './preview.css';
import { isPreviewable, previewKindOf } from '../file-kind.ts';
import { PreviewContent } from './preview-content.tsx';
import { PreviewProblem, PreviewSkeleton } from './preview-states.tsx';
import { StepButton } from './step-button.tsx';
import { isExpired, useOpenedFile } from './use-opened-file.ts';

interface PreviewDialogProps {
  /** The loaded files, among which one can go on. */
  readonly files: readonly ListedFile[];
  readonly viewerId: string | undefined;
  /** The key of the file to begin with. */
  readonly first: string;
  readonly onClose: () => void;
}

/** Shows a file within the page, and the ones before and after it by button and arrow key. */
export default function PreviewDialog({ files, viewerId, first, onClose }: PreviewDialogProps) {
  const id = useId();
  const { opened, open, retry, breakOff } = useOpenedFile(viewerId, first);
  const shown = files.filter(({ contentType }) => isPreviewable(contentType));
  const place = shown.findIndex(({ key }) => key === opened.key);
  const file = shown[place];
  const kind = file && previewKindOf(file.contentType);
  // Deleted in another tab: what cannot be opened any more is not shown.
  if (!file || !kind) return null;
  const [previous, next] = [shown[place - 1], shown[place + 1]];

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : undefined;
    if (step) void open(step.key);
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
            from={opened.from}
            onBroken={breakOff}
          />
        ) : (
          opened.problem === undefined && <PreviewSkeleton kind={kind} />
        )}
      </div>
      <footer className="preview__foot">
        <StepButton label={texts.previous} direction="back" onStep={previous && (() => void open(previous.key))} />
        <p className="soft">
          <span aria-hidden="true">{texts.placeOf(place + 1, shown.length)}</span>
          <span role="status" className="visually-hidden">
            {texts.position(file.fileName, place + 1, shown.length)}
          </span>
        </p>
        <StepButton label={texts.next} direction="on" onStep={next && (() => void open(next.key))} />
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
