import { type ReactNode, Suspense, useRef, useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { LoadErrorDialog, lazyPart } from '../../../design/lazy-part.tsx';
import { useFocusNextRow } from '../../../design/list-focus.ts';
import { showToast } from '../../../platform/toasts.ts';
import { FileCard } from './file-card.tsx';
import './file-cards.css';
import { texts } from '../texts.ts';

// Loaded on first use, because most visits open no preview.
const PreviewDialog = lazyPart(() => import('../preview/preview-dialog.tsx'), LoadErrorDialog);

interface FileCardsProps {
  readonly files: readonly ListedFile[];
  readonly viewerId: string | undefined;
  /** Shown in place of an empty list. */
  readonly empty: ReactNode;
  /** Shows one file per row instead of a grid. */
  readonly asRows?: boolean;
}

/** A list of file cards with a preview dialog. */
export function FileCards({ files, viewerId, empty, asRows = false }: FileCardsProps) {
  const container = useRef<HTMLDivElement>(null);
  const [openedKey, setOpenedKey] = useState<string>();
  const focusNextRow = useFocusNextRow(
    container,
    '.file-card',
    files.map(({ key }) => key),
  );

  function onDeleted(file: ListedFile) {
    focusNextRow(file.key);
    showToast(texts.deleted(file.fileName));
  }

  return (
    <div ref={container} tabIndex={-1} className="file-cards">
      {files.length === 0 ? (
        empty
      ) : (
        <ul className={`file-grid${asRows ? ' file-grid--rows' : ''}`}>
          {files.map((file) => (
            <FileCard
              key={file.key}
              file={file}
              viewerId={viewerId}
              onPreview={() => setOpenedKey(file.key)}
              onDeleted={() => onDeleted(file)}
            />
          ))}
        </ul>
      )}
      {openedKey !== undefined && (
        <Suspense>
          <PreviewDialog
            key={openedKey}
            files={files}
            viewerId={viewerId}
            initialKey={openedKey}
            onClose={() => setOpenedKey(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
