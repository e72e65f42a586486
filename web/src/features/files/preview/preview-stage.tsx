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

/** Shows the open file, or why it can't be shown. Pictures don't wait for the download URL. */
export function PreviewStage({ file, kind, controls }: PreviewStageProps) {
  const { openedFile, retry, refresh, savePosition } = controls;
  const loadProps = {
    file,
    isExpired: () => isExpired(openedFile),
    onExpired: () => void refresh(),
    onRetry: retry,
  };

  // A new attempt doesn't remount a picture, which then reloads only its original.
  if (kind === 'image') return <Picture key={file.key} openedFile={openedFile} {...loadProps} />;
  if (openedFile.problem !== undefined) {
    return <PreviewProblem problem={cardTexts.openFailed(openedFile.problem)} onRetry={retry} />;
  }
  if (!openedFile.url) return <PreviewSkeleton kind={kind} poster={file.media?.preview} />;

  return (
    <PreviewContent
      key={`${file.key} ${openedFile.attempt}`}
      kind={kind}
      url={openedFile.url}
      startAt={openedFile.startAt}
      onInterrupted={savePosition}
      {...loadProps}
    />
  );
}
