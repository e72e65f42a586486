import { Suspense, useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { LoadErrorDialog, lazyPart } from '../../../design/lazy-part.tsx';
import { CardIcon } from './card-icon.tsx';
import { texts } from './texts.ts';

// Loaded on first use, because most files have a preview.
const DetailsDialog = lazyPart(() => import('../preview/details-dialog.tsx'), LoadErrorDialog);

/** The button that shows the details of a file without a preview. It takes the place of the Preview button. */
export function DetailsButton({ file }: { file: ListedFile }) {
  const [isOpen, setIsOpen] = useState(false);

  return (
    <>
      <button
        type="button"
        className="icon-button file-card__preview"
        aria-label={texts.detailsOf(file.fileName)}
        title={texts.details}
        onClick={() => setIsOpen(true)}
      >
        <CardIcon action="details" />
      </button>
      {isOpen && (
        <Suspense>
          <DetailsDialog file={file} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
