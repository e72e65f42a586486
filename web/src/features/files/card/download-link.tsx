import type { MouseEvent } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { useViewFile } from '../use-view-file.ts';
import { CardIcon } from './card-icon.tsx';
import { openInNewTab } from './open-in-new-tab.ts';
import { texts } from './texts.ts';

interface DownloadLinkProps {
  readonly file: ListedFile;
  readonly viewerId: string | undefined;
  readonly onProblem: (problem: string | undefined) => void;
}

/** Returns the download URL from the list, or the explorer's search for the file in a list without URLs. */
export function buildDownloadHref({ url, fileName }: Pick<ListedFile, 'url' | 'fileName'>): string {
  return url || `/files?q=${encodeURIComponent(fileName)}`;
}

/**
 * Opens a file in a new tab with a fresh download URL, which counts a view.
 *
 * The link's address is for members who copy it, or open it with the middle button.
 */
export function DownloadLink({ file, viewerId, onProblem }: DownloadLinkProps) {
  const viewFile = useViewFile(viewerId);

  function open(event: MouseEvent) {
    // The browser handles clicks with modifier keys itself, e.g. opens another window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;

    event.preventDefault();
    onProblem(undefined);
    openInNewTab(file.fileName, () => viewFile(file.key)).catch(({ message }: Error) =>
      onProblem(texts.openFailed(message)),
    );
  }

  return (
    <a
      className="icon-button"
      href={buildDownloadHref(file)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={texts.downloadOf(file.fileName)}
      title={texts.download}
      onClick={open}
    >
      <CardIcon action="download" />
    </a>
  );
}
