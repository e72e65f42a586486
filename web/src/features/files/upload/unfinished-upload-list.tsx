import { Button } from '@aws-amplify/ui-react';
import { computePercentUploaded, type UnfinishedUpload } from './parts/unfinished-upload-store.ts';
import { texts } from './texts.ts';

interface UnfinishedUploadListProps {
  readonly uploads: readonly UnfinishedUpload[];
  readonly onDiscard: (upload: UnfinishedUpload) => void;
}

/** Lists the uploads that can be resumed, each with a button to discard it. */
export function UnfinishedUploadList({ uploads, onDiscard }: UnfinishedUploadListProps) {
  if (uploads.length === 0) return null;

  return (
    <ul className="unfinished-uploads" aria-label={texts.unfinishedHeading}>
      {uploads.map((upload) => (
        <li key={upload.uploadId}>
          <p>{texts.unfinished(upload.name, computePercentUploaded(upload))}</p>
          <Button size="small" aria-label={texts.discardOf(upload.name)} onClick={() => onDiscard(upload)}>
            {texts.discard}
          </Button>
        </li>
      ))}
    </ul>
  );
}
