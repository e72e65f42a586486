import { Suspense, useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { LoadErrorDialog, lazyPart } from '../../../design/lazy-part.tsx';
import type { FileDetails } from '../edit/changed-details.ts';
import { texts } from '../texts.ts';
import { CardIcon } from './card-icon.tsx';

// Loaded on first use, because few visits edit a file.
const EditFileDialog = lazyPart(() => import('../edit/edit-file-dialog.tsx'), LoadErrorDialog);

/** Opens the dialog that edits the viewer's own file. */
export function EditFileButton({ file, viewerId }: { file: ListedFile; viewerId: string | undefined }) {
  const [open, setOpen] = useState(false);
  // What was typed when Escape or a click outside closed the dialog. It is there when the dialog opens again.
  const [draft, setDraft] = useState<FileDetails>();

  function close(unsaved?: FileDetails) {
    setDraft(unsaved);
    setOpen(false);
  }

  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.editOf(file.fileName)}
        title={texts.edit}
        onClick={() => setOpen(true)}
      >
        <CardIcon action="edit" />
      </button>
      {open && (
        <Suspense>
          <EditFileDialog file={file} draft={draft} viewerId={viewerId} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
