import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { texts as cardTexts } from '../card/texts.ts';
import type { PreviewKind } from '../file-kind.ts';
import { Picture } from './picture/picture.tsx';
import { PreviewContent } from './preview-content.tsx';
import { PreviewProblem, PreviewSkeleton } from './preview-states.tsx';
import { isExpired, type OpenedFileControls } from './use-opened-file.ts';

interface PreviewStageProps {
  readonly file: ListedFile;
  readonly kind: PreviewKind;
  readonly controls: OpenedFileControls;
}

/**
 * Shows the open file, or why it can't be shown.
 *
 * A picture doesn't wait for the download URL, because the list has the URLs of its thumbnail and its copy.
 */
export function PreviewStage({ file, kind, controls }: PreviewStageProps) {
  const { openedFile, retry, refreshUrl, savePosition } = controls;
  // After a load error, the preview requests a new URL if the old one has expired. Otherwise, it offers a retry.
  const errorProps = {
    // A function, because the URL may expire without a new render.
    isExpired: () => isExpired(openedFile),
    onExpired: () => void refreshUrl(),
    onRetry: retry,
  };

  // A picture has the same key in every attempt. So its thumbnail and the server's copy stay on screen, and a retry
  // loads only the original, which is the uploaded file.
  if (kind === 'image') return <Picture key={file.key} file={file} openedFile={openedFile} {...errorProps} />;
  if (openedFile.problem !== undefined) {
    return <PreviewProblem problem={cardTexts.openFailed(openedFile.problem)} onRetry={retry} />;
  }
  if (!openedFile.url) return <PreviewSkeleton kind={kind} poster={file.media?.preview} />;

  return (
    <PreviewContent
      key={`${file.key} ${openedFile.attempt}`}
      file={file}
      kind={kind}
      url={openedFile.url}
      startAt={openedFile.startAt}
      onInterrupted={savePosition}
      {...errorProps}
    />
  );
}
