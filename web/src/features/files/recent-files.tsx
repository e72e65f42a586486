import { Button } from '@aws-amplify/ui-react';
import { BubbleLoader } from '../../ocean/bubble-loader.tsx';
import { FileCards } from './file-cards.tsx';
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
  const empty = (
    <div className="panel explorer__empty">
      <p>{texts.empty}</p>
    </div>
  );
  return <FileCards files={data.files} viewerId={userId} empty={empty} rows />;
}
