import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Modal } from '../../../design/modal.tsx';
import { useBackToClose } from '../../../design/use-back-to-close.ts';
import { onProductEvent } from '../../../platform/product-events.ts';
import { previewKindFor } from '../file-kind.ts';
import type { FileRow } from '../file-row.ts';
import './preview.css';
import { PreviewDetails } from './preview-details.tsx';
import { PreviewFoot } from './preview-foot.tsx';
import { PreviewHead } from './preview-head.tsx';
import { PreviewStage } from './preview-stage.tsx';
import { useOpenedFile } from './use-opened-file.ts';
import { usePreload } from './use-preload.ts';
import { usePreviewRows } from './use-preview-rows.ts';
import { useSwipe } from './use-swipe.ts';

interface PreviewDialogProps {
  /** The rows of the list, for the Previous and Next buttons. */
  readonly files: readonly FileRow[];
  readonly viewerId: string | undefined;
  /** The key of the file to show first. */
  readonly initialKey: string;
  readonly onClose: () => void;
}

/** Previews a file in a dialog. Buttons, arrow keys, and swipes go to the previous and next file; Back closes it. */
export default function PreviewDialog({ files, viewerId, initialKey, onClose }: PreviewDialogProps) {
  const id = useId();
  const detailsId = useId();
  const [showsDetails, setShowsDetails] = useState(false);
  const controls = useOpenedFile(viewerId, initialKey);
  const { openedFile, open } = controls;

  useBackToClose(onClose);
  const rows = usePreviewRows(files, openedFile.key);
  const { file, previous, next } = rows;
  useCloseOnDeletion(file?.key, onClose);
  usePreload(file ? [next, previous] : []);

  function step(direction: 'previous' | 'next') {
    const neighbour = rows[direction];
    if (neighbour) void open(neighbour.key);
  }

  const swipe = useSwipe(step);

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowLeft') step('previous');
    if (event.key === 'ArrowRight') step('next');
  }

  const kind = file && previewKindFor(file.contentType);
  if (!file || !kind) return null;

  return (
    <Modal labelledBy={id} className="preview" scheme="night" onClose={onClose} onKeyDown={onKeyDown}>
      <PreviewHead
        file={file}
        headingId={id}
        detailsId={detailsId}
        showsDetails={showsDetails}
        onToggleDetails={() => setShowsDetails(!showsDetails)}
        onClose={onClose}
      />
      <div className="preview__stage" {...swipe}>
        <PreviewStage file={file} kind={kind} controls={controls} />
      </div>
      {showsDetails && <PreviewDetails id={detailsId} file={file} />}
      <PreviewFoot
        file={file}
        openedFile={openedFile}
        position={rows.index + 1}
        total={rows.total}
        onPrevious={previous && (() => step('previous'))}
        onNext={next && (() => step('next'))}
      />
    </Modal>
  );
}

/** Closes the dialog when its file is deleted, even in another tab. */
function useCloseOnDeletion(openFileId: string | undefined, onClose: () => void): void {
  useEffect(
    () =>
      onProductEvent('fileDeleted', ({ fileId }) => {
        if (fileId === openFileId) onClose();
      }),
    [openFileId, onClose],
  );
}
