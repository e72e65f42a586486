import type { ListedFile } from '../../../../../shared/contract/files.ts';
import type { PreviewKind } from '../file-kind.ts';
import { texts } from '../texts.ts';
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
  const { opened, retry, refresh, savePosition } = controls;
  const loadProps = {
    file,
    isExpired: () => isExpired(opened),
    onExpired: () => void refresh(),
    onRetry: retry,
  };

  if (kind === 'image') return <Picture key={file.key} opened={opened} {...loadProps} />;
  if (opened.problem !== undefined) {
    return <PreviewProblem problem={texts.openFailed(opened.problem)} onRetry={retry} />;
  }
  if (!opened.url) return <PreviewSkeleton kind={kind} poster={file.media?.preview} />;

  return (
    <PreviewContent
      key={`${file.key} ${opened.attempt}`}
      kind={kind}
      url={opened.url}
      startAt={opened.startAt}
      onInterrupted={savePosition}
      {...loadProps}
    />
  );
}
