import { type ReactNode, Suspense, useRef, useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { lazyPart, MissingDialog } from '../../../design/lazy-part.tsx';
import { useFocusNextRow } from '../../../design/list-focus.ts';
import { raiseToast } from '../../../platform/toasts.ts';
import { FileCard } from './file-card.tsx';
import './file-cards.css';
import { texts } from '../texts.ts';

// Nobody waits for it who opens nothing.
const PreviewDialog = lazyPart(() => import('../preview/preview-dialog.tsx'), MissingDialog);

interface FileCardsProps {
  readonly files: readonly ListedFile[];
  readonly viewerId: string | undefined;
  /** Shown in place of an empty list. */
  readonly empty: ReactNode;
  /** One under the other, as wide as the page allows. */
  readonly rows?: boolean;
}

/** A list of files that can be opened, liked and, if they are one's own, deleted. */
export function FileCards({ files, viewerId, empty, rows = false }: FileCardsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<string>();
  const leave = useFocusNextRow(
    place,
    '.file-card',
    files.map(({ key }) => key),
  );

  function onDeleted(file: ListedFile) {
    leave(file.key);
    raiseToast(texts.deleted(file.fileName));
  }

  return (
    <div ref={place} tabIndex={-1} className="file-cards">
      {files.length === 0 ? (
        empty
      ) : (
        <ul className={`file-grid${rows ? ' file-grid--rows' : ''}`}>
          {files.map((file) => (
            <FileCard
              key={file.key}
              file={file}
              viewerId={viewerId}
              onPreview={() => setOpened(file.key)}
              onDeleted={() => onDeleted(file)}
            />
          ))}
        </ul>
      )}
      {opened !== undefined && (
        <Suspense>
          <PreviewDialog
            key={opened}
            files={files}
            viewerId={viewerId}
            first={opened}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
