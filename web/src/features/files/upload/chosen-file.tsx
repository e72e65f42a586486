import { Button } from '@aws-amplify/ui-react';
import type { SubmitEvent } from 'react';
import RemainingAllowance from '../../../design/remaining-allowance.tsx';
import { CameraDataChoice } from './camera-data-choice.tsx';
import { ChosenThumbnail } from './chosen-thumbnail.tsx';
import { DetailsFields } from './details-fields.tsx';
import { DropZone } from './drop-zone.tsx';
import { describeWarning, FileFacts } from './file-facts.tsx';
import { computePercentUploaded, type UnfinishedUpload } from './parts/unfinished-upload-store.ts';
import { planUploads, UPLOAD_LIMITS } from './queue/plan-uploads.ts';
import { isCopy, type QueuedFile, type UploadDetails } from './queue/queue-state.ts';
import { texts } from './texts.ts';

interface ChosenFileProps {
  readonly queuedFile: QueuedFile;
  /** Whether the file keeps camera data. */
  readonly keepsCameraData: boolean;
  /** An earlier upload of this file that can be resumed. */
  readonly unfinishedUpload: UnfinishedUpload | undefined;
  readonly onEdit: (details: UploadDetails) => void;
  readonly onKeepCameraData: (keepsCameraData: boolean) => void;
  readonly onUpload: () => void;
  readonly onAdd: (files: File[]) => void;
  readonly onDiscard: () => void;
}

/** The form for one chosen file. Shows how far it lifts the member, and which hidden details were removed. */
export function ChosenFile(props: ChosenFileProps) {
  const { queuedFile, unfinishedUpload, onUpload, onDiscard } = props;
  const { file, details, preparedFile } = queuedFile;
  const warning = describeWarning(queuedFile);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onUpload();
  }

  return (
    <form className="form chosen-file" onSubmit={submit}>
      <div className="chosen-file__what">
        <ChosenThumbnail file={file} poster={preparedFile?.poster} />
        <div>
          <strong className="chosen-file__name">
            <bdi>{file.name}</bdi>
          </strong>
          <FileFacts queuedFile={queuedFile} />
        </div>
      </div>
      {/* Always rendered, because screen readers announce a text only if its status region already exists. */}
      <div className="chosen-file__warning" role="status">
        {warning && <p className="chosen-file__note">{warning}</p>}
      </div>
      {isCopy(queuedFile) && (
        <p className="chosen-file__note" role="status">
          {texts.alreadyHeld}
        </p>
      )}
      {unfinishedUpload && (
        <p className="chosen-file__note" role="status">
          {texts.willResume(computePercentUploaded(unfinishedUpload))}
        </p>
      )}
      <RemainingAllowance limits={UPLOAD_LIMITS} plan={planUploads([queuedFile])} />
      <DetailsFields file={file} details={details} isNameFixed={unfinishedUpload !== undefined} onEdit={props.onEdit} />
      <CameraDataChoice
        files={[queuedFile]}
        keepsCameraData={props.keepsCameraData}
        onChange={props.onKeepCameraData}
      />
      <div className="button-row">
        <Button type="submit" variation="primary">
          {unfinishedUpload ? texts.resumeUpload : texts.upload}
        </Button>
        <Button onClick={onDiscard}>{texts.chooseAnother}</Button>
      </div>
      <DropZone isCompact onFiles={props.onAdd} />
    </form>
  );
}
