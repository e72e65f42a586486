import { CloseButton } from '../../../design/close-button.tsx';
import type { LoadedFile } from '../file-row.ts';
import { describeFacts } from './media-facts.ts';
import { texts } from './texts.ts';

interface PreviewHeadProps {
  readonly file: LoadedFile;
  readonly headingId: string;
  /** The ID of the file's details, which are below the file. */
  readonly detailsId: string;
  readonly showsDetails: boolean;
  readonly onToggleDetails: () => void;
  readonly onClose: () => void;
}

/** The top row: the file's name and facts, the button for its details, and the Close button. */
export function PreviewHead({ file, headingId, detailsId, showsDetails, onToggleDetails, onClose }: PreviewHeadProps) {
  return (
    <header className="preview__head">
      <div>
        <h2 id={headingId}>
          <bdi>{file.fileName}</bdi>
        </h2>
        <p className="soft">{describeFacts(file)}</p>
      </div>
      <button
        type="button"
        className="icon-button preview__describe"
        aria-label={texts.details}
        title={texts.details}
        aria-expanded={showsDetails}
        aria-controls={showsDetails ? detailsId : undefined}
        onClick={onToggleDetails}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 3a9 9 0 1 0 .1 0M12 11v5.500M12 7.500v.1" />
        </svg>
      </button>
      <CloseButton label={texts.close} onClose={onClose} />
    </header>
  );
}
