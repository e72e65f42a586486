import { Alert } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { LeaveGuard } from '../../../design/leave-guard.tsx';
import { useVisibleAlert } from '../../../platform/browser/visible-alerts.ts';
import { showToast } from '../../../platform/toasts.ts';
import { chooseFiles } from './choose-files.ts';
import { DropZone } from './drop-zone.tsx';
import { usesMultipart } from './file-checksums.ts';
import { getWantedName, type UnfinishedUpload } from './parts/unfinished-upload-store.ts';
import { useUnfinishedUploads } from './parts/use-unfinished-uploads.ts';
import { isFinished, isRunning, type QueueState, type UploadDetails } from './queue/queue-state.ts';
import { QueueView } from './queue/queue-view.tsx';
import { useUploadQueue } from './queue/use-upload-queue.ts';
import { SingleFile } from './single-file.tsx';
import { texts } from './texts.ts';
import { tidyFileName } from './tidy-file-name.ts';
import { UnfinishedUploadList } from './unfinished-upload-list.tsx';
import { isActive } from './upload-state.ts';
import { useBlockStrayDrops } from './use-block-stray-drops.ts';
import './uploader.css';

/** Returns the initial details of a file: the details of its unfinished upload, or the defaults. */
function buildInitialDetails(file: File, earlierUpload: UnfinishedUpload | undefined): UploadDetails {
  const today = new Date().toLocaleDateString('en', { dateStyle: 'long' });

  return {
    fileName: earlierUpload ? getWantedName(earlierUpload) : tidyFileName(file.name),
    description: earlierUpload?.description ?? texts.defaultDescription(today),
    altText: earlierUpload?.altText ?? '',
    depth: String(earlierUpload?.depth ?? ''),
  };
}

/** Returns the texts of the dialog that asks before the member leaves the page. */
function chooseLeaveTexts({ files, hasSeveralFiles }: QueueState) {
  const [singleFile] = files;
  if (hasSeveralFiles || !singleFile) return texts.leaveMany;
  return texts.leave(usesMultipart(singleFile.preparedFile?.file ?? singleFile.file));
}

/** Returns the name of the current step. It changes when other elements replace the visible ones. */
function nameStep(state: QueueState): string {
  const [firstFile] = state.files;
  if (!firstFile) return 'empty';
  if (isFinished(state)) return 'finished';

  const list = state.hasSeveralFiles ? 'several' : 'one';
  const isUploading = state.files.some((file) => isActive(file.state));
  return `${list} ${isUploading ? 'active' : 'chosen'}`;
}

/** Returns a ref of the container. Focuses the container when a new step has removed the focused element. */
function useFocusAfterStep(step: string) {
  const container = useRef<HTMLDivElement>(null);
  const previousStep = useRef(step);

  useEffect(() => {
    const hasLostFocus = document.activeElement === document.body;
    if (previousStep.current !== step && hasLostFocus) container.current?.focus({ preventScroll: true });
    previousStep.current = step;
  }, [step]);

  return container;
}

/** Calls `onUploaded` once when a single file is shared. */
function useReportUploaded(storedFile: ListedFile | undefined, onUploaded: (file: ListedFile) => void): void {
  const reportedFile = useRef<ListedFile>(undefined);

  useEffect(() => {
    if (!storedFile || reportedFile.current === storedFile) return;

    reportedFile.current = storedFile;
    onUploaded(storedFile);
  }, [storedFile, onUploaded]);
}

/** Announces why files were not accepted, and why an upload failed. */
function ProblemAlert({ problems }: { problems: readonly string[] }) {
  return (
    <div role="alert">
      {problems.length > 0 && (
        <Alert variation="error" role="none">
          {problems.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Alert>
      )}
    </div>
  );
}

interface UploaderProps {
  readonly userId: string;
  /** Called when a single file is shared. */
  readonly onUploaded: (file: ListedFile) => void;
}

/** Lets the member choose files, and uploads them. */
export function Uploader({ userId, onUploaded }: UploaderProps) {
  const { queue, state } = useUploadQueue(userId);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const isUploading = state.files.some((file) => isActive(file.state));
  const unfinishedUploads = useUnfinishedUploads(userId, !isUploading);
  const container = useFocusAfterStep(nameStep(state));
  const singleFile = state.hasSeveralFiles ? undefined : state.files[0];

  useBlockStrayDrops();
  useReportUploaded(singleFile?.storedFile, onUploaded);
  useVisibleAlert(singleFile?.state.status === 'error');

  /** Adds the accepted files to the queue, and shows why the others are not accepted. */
  function addFiles(files: File[]) {
    const { acceptedFiles, problems: newProblems } = chooseFiles(
      files,
      state.files.map(({ file }) => file),
    );
    setProblems(newProblems);

    const earlierUploads = acceptedFiles.map((file) => unfinishedUploads.findForChosenFile(file));
    // An upload in parts can be resumed only with the same bytes, which depend on the choice about camera data.
    if (earlierUploads.some((upload) => upload?.keepsCameraData)) queue.keepCameraData(true);

    const newFiles = acceptedFiles.map((file, index) => ({
      file,
      details: buildInitialDetails(file, earlierUploads[index]),
    }));
    queue.add(newFiles);
  }

  function discard(upload: UnfinishedUpload) {
    unfinishedUploads.discard(upload);
    showToast(texts.discarded(upload.name));
  }

  // Files with the same name, from different folders, can have the same problem.
  const alerts = new Set([...problems, ...(singleFile?.state.error ? [singleFile.state.error] : [])]);
  const unfinishedUpload =
    singleFile?.preparedFile && unfinishedUploads.findForPreparedFile(singleFile.preparedFile.file);

  return (
    <div className="uploader" ref={container} tabIndex={-1}>
      {/* A paused upload can be resumed after leaving the page. */}
      <LeaveGuard isActive={isRunning(state)} {...chooseLeaveTexts(state)} />
      <ProblemAlert problems={[...alerts]} />
      {state.files.length === 0 && (
        <>
          <UnfinishedUploadList uploads={unfinishedUploads.uploads} onDiscard={discard} />
          <DropZone onFiles={addFiles} />
        </>
      )}
      {singleFile && (
        <SingleFile
          queuedFile={singleFile}
          queue={queue}
          keepsCameraData={state.keepsCameraData}
          unfinishedUpload={unfinishedUpload}
          onStart={() => setProblems([])}
          onAdd={addFiles}
        />
      )}
      {state.hasSeveralFiles && <QueueView queue={queue} state={state} onAdd={addFiles} />}
    </div>
  );
}
