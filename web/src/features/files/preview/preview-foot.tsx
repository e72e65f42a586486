import { buildDownloadHref } from '../card/download-link.tsx';
import { texts as cardTexts } from '../card/texts.ts';
import type { LoadedFile } from '../file-row.ts';
import { StepButton } from './step-button.tsx';
import { texts } from './texts.ts';
import { isExpired, type OpenedFile } from './use-opened-file.ts';

interface PreviewFootProps {
  readonly file: LoadedFile;
  readonly openedFile: OpenedFile;
  /** The file's position in the list, from 1. */
  readonly position: number;
  /** The number of files in the list. */
  readonly total: number;
  /** Undefined if there is no previous file, or it isn't loaded. */
  readonly onPrevious: (() => void) | undefined;
  /** Undefined if there is no next file, or it isn't loaded. */
  readonly onNext: (() => void) | undefined;
}

/** The bottom row: the buttons to the neighbouring files, the position in the list, and the download. */
export function PreviewFoot({ file, openedFile, position, total, onPrevious, onNext }: PreviewFootProps) {
  return (
    <footer className="preview__foot">
      <StepButton label={texts.previous} direction="previous" onStep={onPrevious} />
      <p className="soft">
        <span aria-hidden="true">{texts.placeOf(position, total)}</span>
        <span role="status" className="visually-hidden">
          {texts.position(file.fileName, position, total)}
        </span>
      </p>
      <StepButton label={texts.next} direction="next" onStep={onNext} />
      <a
        className="button button--small preview__download"
        href={openedFile.url ?? buildDownloadHref(file)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={cardTexts.downloadOf(file.fileName)}
        onClick={({ currentTarget }) => {
          // The URL may have expired since the last render. A list refetches its URLs before they expire.
          if (isExpired(openedFile)) currentTarget.href = buildDownloadHref(file);
        }}
      >
        {cardTexts.download}
      </a>
    </footer>
  );
}
