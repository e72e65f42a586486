import { Alert } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { useLeaveGuard } from '../../../platform/leave-guard.ts';
import { showToast } from '../../../platform/toasts.ts';
import { texts } from '../texts.ts';
import { checkFile } from './check-file.ts';
import { ChosenFile } from './chosen-file.tsx';
import { DropZone } from './drop-zone.tsx';
import type { UnfinishedUpload } from './parts/unfinished-upload-store.ts';
import { useUnfinishedUploads } from './parts/use-unfinished-uploads.ts';
import { tidyFileName } from './tidy-file-name.ts';
import { UnfinishedUploadList } from './unfinished-upload-list.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { isActive } from './upload-state.ts';
import { useBlockStrayDrops } from './use-block-stray-drops.ts';
import './uploader.css';
import { usesMultipart, useUpload } from './use-upload.ts';

/** Lets the member choose one file, checks it, and uploads it. */
export function Uploader({ userId, onUploaded }: { userId: string; onUploaded: (fileName: string) => void }) {
  const { state, start, pause, resume, cancel, reset } = useUpload();
  const [file, setFile] = useState<File>();
  const [fileProblem, setFileProblem] = useState<string>();
  const [description, setDescription] = useState('');
  const uploading = isActive(state);
  const unfinished = useUnfinishedUploads(userId, !uploading);
  const container = useRef<HTMLDivElement>(null);
  const step = uploading ? 'uploading' : file ? 'chosen' : 'empty';
  const previousStep = useRef(step);
  const isMultipart = file !== undefined && usesMultipart(file);
  // A paused upload can be resumed after leaving the page.
  useLeaveGuard(state.status === 'uploading', isMultipart ? texts.leaveResumableQuestion : texts.leaveQuestion);

  useBlockStrayDrops();

  // Each step removes the focused element, so focus the container instead.
  useEffect(() => {
    if (previousStep.current !== step) container.current?.focus();
    previousStep.current = step;
  }, [step]);

  function choose([chosen, ...others]: File[]) {
    if (!chosen) return;
    const problem = others.length > 0 ? texts.oneFile : checkFile(chosen);
    const today = new Date().toLocaleDateString('en', { dateStyle: 'long' });
    reset();
    setFileProblem(problem);
    setFile(problem ? undefined : chosen);
    setDescription(unfinished.find(chosen)?.description ?? texts.defaultDescription(today));
  }

  async function upload(chosen: File, text: string) {
    setFileProblem(undefined);
    // Kept in case the upload fails and is tried again.
    setDescription(text);
    const fileName = tidyFileName(chosen.name);
    onFinished(fileName, await start({ file: chosen, fileName, description: text, userId }));
  }

  function chooseAnother() {
    reset();
    setFile(undefined);
  }

  function discard(upload: UnfinishedUpload) {
    unfinished.discard(upload);
    showToast(texts.discarded(upload.name));
  }

  function onFinished(fileName: string, succeeded: boolean) {
    if (succeeded) onUploaded(fileName);
  }

  const problem = fileProblem ?? (state.status === 'error' ? state.error : undefined);
  const fileName = file && tidyFileName(file.name);
  return (
    <div className="uploader" ref={container} tabIndex={-1}>
      <div role="alert">{problem && <Alert variation="error">{problem}</Alert>}</div>
      {fileName && (uploading || state.status === 'success') && (
        <UploadProgress
          name={fileName}
          state={state}
          pausable={isMultipart}
          onPause={pause}
          onResume={async () => onFinished(fileName, await resume())}
          onCancel={() => void cancel()}
        />
      )}
      {!uploading && state.status !== 'success' && file && fileName && (
        <ChosenFile
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          fileName={fileName}
          unfinishedUpload={unfinished.find(file)}
          description={description}
          onUpload={(text) => void upload(file, text)}
          onDiscard={chooseAnother}
        />
      )}
      {!uploading && !file && (
        <>
          <UnfinishedUploadList uploads={unfinished.uploads} onDiscard={discard} />
          <DropZone onFiles={choose} />
        </>
      )}
    </div>
  );
}
