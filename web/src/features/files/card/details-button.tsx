import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { DialogButton } from '../../../design/dialog-button.tsx';
import { LoadErrorDialog, lazyPart } from '../../../design/lazy-part.tsx';
import { CardIcon } from './card-icon.tsx';
import { texts } from './texts.ts';

// Loaded on first use, because most files have a preview.
const DetailsDialog = lazyPart(() => import('../preview/details-dialog.tsx'), LoadErrorDialog);

/** The button that shows the details of a file without a preview. It takes the place of the Preview button. */
export function DetailsButton({ file }: { file: ListedFile }) {
  return (
    <DialogButton
      className="icon-button file-card__preview"
      label={texts.detailsOf(file.fileName)}
      title={texts.details}
      icon={<CardIcon action="details" />}
      renderDialog={(onClose) => <DetailsDialog file={file} onClose={onClose} />}
    />
  );
}
