import type { ListedFile } from '../../../../shared/contract/files.ts';
import { FileCards } from './card/file-cards.tsx';
import './files.css';
import { useForgetDeleted } from './explorer/list-files.ts';
import { texts } from './texts.ts';

interface RecentFilesProps {
  readonly files: readonly ListedFile[];
  readonly viewerId: string;
}

/** The dashboard's few files. */
export function RecentFiles({ files, viewerId }: RecentFilesProps) {
  useForgetDeleted();
  const empty = (
    <div className="panel explorer__empty">
      <p>{texts.empty}</p>
    </div>
  );
  return <FileCards files={files} viewerId={viewerId} empty={empty} rows />;
}
