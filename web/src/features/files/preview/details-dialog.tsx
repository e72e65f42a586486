import { useId } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { CloseButton } from '../../../design/close-button.tsx';
import { Modal } from '../../../design/modal.tsx';
import { texts as cardTexts } from '../card/texts.ts';
import './details-dialog.css';
import { describeFacts } from './media-facts.ts';
import { texts } from './texts.ts';

interface DetailsDialogProps {
  readonly file: ListedFile;
  readonly onClose: () => void;
}

/** Shows the whole name and description of a file that has no preview. Its card cuts off long texts. */
export default function DetailsDialog({ file, onClose }: DetailsDialogProps) {
  const id = useId();

  return (
    <Modal labelledBy={id} className="file-details" onClose={onClose}>
      <header className="file-details__head">
        <h2 id={id}>
          <bdi>{file.fileName}</bdi>
        </h2>
        <CloseButton label={texts.close} onClose={onClose} />
      </header>
      <p className="soft">{describeFacts(file)}</p>
      {file.scanning && <p>{cardTexts.scanning}</p>}
      <p className="file-details__description" dir="auto">
        {file.description || <em>{cardTexts.noDescription}</em>}
      </p>
    </Modal>
  );
}
