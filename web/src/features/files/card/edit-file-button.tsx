import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { DialogButton } from '../../../design/dialog-button.tsx';
import { LoadErrorDialog, lazyPart } from '../../../design/lazy-part.tsx';
import { CardIcon } from './card-icon.tsx';
import { texts } from './texts.ts';

// Loaded on first use, because few visits edit a file.
const EditFileDialog = lazyPart(() => import('../edit/edit-file-dialog.tsx'), LoadErrorDialog);

/** The button that opens the edit dialog of the viewer's own file. */
export function EditFileButton({ file }: { file: ListedFile }) {
  return (
    <DialogButton
      label={texts.editOf(file.fileName)}
      title={texts.edit}
      icon={<CardIcon action="edit" />}
      renderDialog={(onClose) => <EditFileDialog file={file} onClose={onClose} />}
    />
  );
}
