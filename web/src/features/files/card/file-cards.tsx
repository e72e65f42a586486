import { type ReactNode, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { LoadErrorDialog, lazyPart } from '../../../design/lazy-part.tsx';
import { useFocusNextRow } from '../../../design/list-focus.ts';
import { showToast } from '../../../platform/toasts.ts';
import { type FileRow, isLoaded, type LoadedFile, rowId } from '../file-row.ts';
import { type CardActions, FileCard } from './file-card.tsx';
import './file-cards.css';
import { texts } from './texts.ts';
import { useRefreshUnfinished } from './use-refresh-unfinished.ts';

// Loaded on first use, because most visits open no preview.
const PreviewDialog = lazyPart(() => import('../preview/preview-dialog.tsx'), LoadErrorDialog);

interface FileCardsProps {
  readonly files: readonly FileRow[];
  readonly viewerId: string | undefined;
  /** Shown in place of an empty list. */
  readonly emptyState: ReactNode;
  /** Renders the list. The default renders all cards. */
  readonly renderList?: (actions: CardActions) => ReactNode;
  /** Called before a card is removed because its file is deleted. Pass the same function in each render. */
  readonly onRemove?: (id: string) => void;
}

/** A list of file cards with a preview dialog. */
export function FileCards({ files, viewerId, emptyState, renderList, onRemove }: FileCardsProps) {
  const container = useRef<HTMLDivElement>(null);
  const [openedKey, setOpenedKey] = useState<string>();
  const loadedFiles = useMemo(() => files.filter(isLoaded), [files]);
  const ids = useMemo(() => files.map(rowId), [files]);
  const focusNextRow = useFocusNextRow(container, '.file-card', ids);

  useRefreshUnfinished(loadedFiles, viewerId);
  // A ref, so that `onDeleted` stays the same function. See `CardActions`.
  const latestFocusNextRow = useRef(focusNextRow);

  useLayoutEffect(() => {
    latestFocusNextRow.current = focusNextRow;
  });

  const onDeleted = useCallback(
    (file: LoadedFile) => {
      onRemove?.(rowId(file));
      latestFocusNextRow.current(rowId(file));
      showToast(texts.deleted(file.fileName));
    },
    [onRemove],
  );
  const actions: CardActions = { viewerId, onPreview: setOpenedKey, onDeleted };

  return (
    <div ref={container} tabIndex={-1} className="file-cards">
      {files.length === 0
        ? emptyState
        : (renderList?.(actions) ?? (
            <ul className="file-list">
              {files.map((row) => (
                <FileCard key={rowId(row)} row={row} {...actions} />
              ))}
            </ul>
          ))}
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
