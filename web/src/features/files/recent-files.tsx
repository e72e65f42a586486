import type { ListedFile } from '../../../../shared/contract/files.ts';
import { FileCards } from './card/file-cards.tsx';
import './files.css';
import { texts } from './texts.ts';
import { useKeptFiles } from './use-kept-files.ts';

interface RecentFilesProps {
  readonly files: readonly ListedFile[];
  readonly viewerId: string;
}

/** The dashboard's cards of recent files. A refresh doesn't remove a card that the viewer is using. */
export function RecentFiles({ files, viewerId }: RecentFilesProps) {
  const keptFiles = useKeptFiles(files);

  const emptyState = (
    <div className="explorer__empty">
      <p>{texts.empty}</p>
    </div>
  );

  return <FileCards files={keptFiles.files} viewerId={viewerId} emptyState={emptyState} onRemove={keptFiles.release} />;
}
