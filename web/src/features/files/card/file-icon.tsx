import './file-icon.css';
import { type FileKind, fileKindFor } from '../file-kind.ts';

/** The SVG path of a page with a folded corner. */
const PAGE = 'M12 4h16l10 10v30H12z M28 4v10h10';

/** The SVG path of each kind's icon. */
const SHAPES: Readonly<Record<FileKind, string>> = {
  image: 'M6 9h36v30H6z M6 33l11-11 9 9 5-5 11 10 M31 19a3 3 0 1 0 0-.1',
  video: 'M6 11h36v26H6z M20 18v12l10-6z',
  audio: 'M18 36V12l20-4v24 M18 36a5.500 5 0 1 1-11 0 5.500 5 0 0 1 11 0 M38 32a5.500 5 0 1 1-11 0 5.500 5 0 0 1 11 0',
  pdf: `${PAGE} M18 36c6-4 8-10 7-14-1-3-4-1-3 2 2 6 6 8 10 8 3 0 2-3-1-3-5 0-9 3-13 7`,
  archive: 'M6 10h36v9H6z M9 19v21h30V19 M20 26h8',
  text: `${PAGE} M18 22h14 M18 29h14 M18 36h9`,
  generic: PAGE,
};

/** The icon of a file's kind. Hidden from screen readers, because the file name is next to it. */
export function FileIcon({ contentType }: { contentType: string }) {
  const kind = fileKindFor(contentType);

  return (
    <span className={`file-icon file-icon--${kind}`} data-kind={kind}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d={SHAPES[kind]} />
      </svg>
    </span>
  );
}
