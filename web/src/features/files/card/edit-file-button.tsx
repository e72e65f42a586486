import { Suspense, useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { LoadErrorDialog, lazyPart } from '../../../design/lazy-part.tsx';
import { CardIcon } from './card-icon.tsx';
import { texts } from './texts.ts';

// Loaded on first use, because few visits edit a file.
const EditFileDialog = lazyPart(() => import('../edit/edit-file-dialog.tsx'), LoadErrorDialog);

/** The button that opens the edit dialog of the viewer's own file. */
export function EditFileButton({ file }: { file: ListedFile }) {
  const [isOpen, setIsOpen] = useState(false);

  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.editOf(file.fileName)}
        title={texts.edit}
        onClick={() => setIsOpen(true)}
      >
        <CardIcon action="edit" />
      </button>
      {isOpen && (
        <Suspense>
          <EditFileDialog file={file} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
