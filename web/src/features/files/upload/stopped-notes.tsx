import { Button } from '@aws-amplify/ui-react';
import { texts } from '../texts.ts';
import { type BegunUpload, percentArrived } from './parts/stopped-uploads.ts';

interface StoppedNotesProps {
  readonly uploads: readonly BegunUpload[];
  readonly onDiscard: (upload: BegunUpload) => void;
}

/** The uploads that have stopped half-way, with how to go on with them. */
export function StoppedNotes({ uploads, onDiscard }: StoppedNotesProps) {
  if (uploads.length === 0) return null;
  return (
    <ul className="stopped-notes" aria-label={texts.stoppedHeading}>
      {uploads.map((upload) => (
        <li key={upload.uploadId}>
          <p>{texts.stopped(upload.name, percentArrived(upload))}</p>
          <Button size="small" aria-label={texts.discardOf(upload.name)} onClick={() => onDiscard(upload)}>
            {texts.discard}
          </Button>
        </li>
      ))}
    </ul>
  );
}
