import { Button } from '@aws-amplify/ui-react';
import type { SubmitEvent } from 'react';
import RemainingAllowance from '../../../design/remaining-allowance.tsx';
import { CameraDataChoice } from './camera-data-choice.tsx';
import { DetailsFields } from './details-fields.tsx';
import { DropZone } from './drop-zone.tsx';
import { cleaningWarning, FileFacts } from './file-facts.tsx';
import { FileThumbnail } from './file-thumbnail.tsx';
import { percentUploaded, type UnfinishedUpload } from './parts/unfinished-upload-store.ts';
import { isHeld, type QueuedFile, type UploadDetails } from './queue/queue-state.ts';
import { texts } from './texts.ts';

interface ChosenFileProps {
  readonly chosen: QueuedFile;
  readonly keepsCameraData: boolean;
  /** An earlier upload of this file that can be resumed. */
  readonly unfinishedUpload: UnfinishedUpload | undefined;
  readonly onEdit: (details: UploadDetails) => void;
  readonly onKeepCameraData: (keeps: boolean) => void;
  readonly onUpload: () => void;
  readonly onAdd: (files: File[]) => void;
  readonly onDiscard: () => void;
}

/** The form for one chosen file: its details, the depth it will add, and what was removed from it. */
export function ChosenFile(props: ChosenFileProps) {
  const { chosen, unfinishedUpload, onUpload, onDiscard } = props;
  const { file, details, prepared } = chosen;
  const warning = cleaningWarning(chosen);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onUpload();
  }

  return (
    <form className="form chosen-file" onSubmit={submit}>
      <div className="chosen-file__what">
        <FileThumbnail file={file} poster={prepared?.poster} />
        <div>
          <strong className="chosen-file__name">
            <bdi>{file.name}</bdi>
          </strong>
          <FileFacts file={chosen} />
        </div>
      </div>
      {/* There before its text, which screen readers announce only then. */}
      <div className="chosen-file__warning" role="status">
        {warning && <p className="chosen-file__note">{warning}</p>}
      </div>
      {isHeld(chosen) && (
        <p className="chosen-file__note" role="status">
          {texts.alreadyHeld}
        </p>
      )}
      {unfinishedUpload && (
        <p className="chosen-file__note" role="status">
          {texts.willResume(percentUploaded(unfinishedUpload))}
        </p>
      )}
      <RemainingAllowance limits={['uploads', 'uploadBytes', 'storedBytes']} />
      <DetailsFields file={file} details={details} nameFixed={unfinishedUpload !== undefined} onEdit={props.onEdit} />
      <CameraDataChoice files={[chosen]} keeps={props.keepsCameraData} onChange={props.onKeepCameraData} />
      <div className="button-row">
        <Button type="submit" variation="primary">
          {unfinishedUpload ? texts.resumeUpload : texts.upload}
        </Button>
        <Button onClick={onDiscard}>{texts.chooseAnother}</Button>
      </div>
      <DropZone compact onFiles={props.onAdd} />
    </form>
  );
}
