import type { MouseEvent } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { texts } from '../texts.ts';
import { useViewFile } from '../use-view-file.ts';
import { openInNewTab } from './open-in-new-tab.ts';

interface DownloadLinkProps {
  readonly file: ListedFile;
  readonly viewerId: string | undefined;
  readonly onProblem: (problem: string | undefined) => void;
}

/**
 * Opens a file in a new tab with a fresh download URL, which counts a view.
 *
 * The link's own address is the URL from the list, so that members can copy it or open it with the middle button.
 */
export function DownloadLink({ file, viewerId, onProblem }: DownloadLinkProps) {
  const viewFile = useViewFile(viewerId);

  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onProblem(undefined);
    openInNewTab(file.fileName, () => viewFile(file.key)).catch(({ message }: Error) =>
      onProblem(texts.openFailed(message)),
    );
  }

  return (
    <a
      className="button button--quiet button--small"
      href={file.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={texts.downloadOf(file.fileName)}
      onClick={open}
    >
      {texts.download}
    </a>
  );
}
