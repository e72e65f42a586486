import { Button } from '@aws-amplify/ui-react';
import { BubbleLoader } from '../../ocean/bubble-loader.tsx';
import { FileCard } from './file-card.tsx';
import './files.css';
import { useRecentFiles } from './list-files.ts';
import { texts } from './texts.ts';

/** The dashboard's newest few files. */
export function RecentFiles({ userId }: { userId: string }) {
  const { data, error, refetch, isPending } = useRecentFiles(userId);
  if (isPending) return <BubbleLoader label={texts.loading} />;
  if (!data) {
    return (
      <div className="panel panel--padded problem" role="alert">
        <p>{texts.listFailed(error?.message ?? '')}</p>
        <Button onClick={() => void refetch()}>{texts.retry}</Button>
      </div>
    );
  }
  if (data.files.length === 0) {
    return (
      <div className="panel explorer__empty">
        <p>{texts.empty}</p>
      </div>
    );
  }
  return (
    <ul className="file-grid file-grid--rows">
      {data.files.map((file) => (
        <FileCard key={file.key} file={file} />
      ))}
    </ul>
  );
}
