import { Alert } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { useLeaveGuard } from '../../../platform/leave-guard.ts';
import { raiseToast } from '../../../platform/toasts.ts';
import { texts } from '../texts.ts';
import { checkFile } from './check-file.ts';
import { ChosenFile } from './chosen-file.tsx';
import { DropZone } from './drop-zone.tsx';
import { tidyFileName } from './file-name.ts';
import type { BegunUpload } from './parts/stopped-uploads.ts';
import { useStoppedUploads } from './parts/use-stopped-uploads.ts';
import { StoppedNotes } from './stopped-notes.tsx';
import { useStrayDrops } from './stray-drops.ts';
import { UploadProgress } from './upload-progress.tsx';
import { isUnderWay } from './upload-state.ts';
import './uploader.css';
import { goesInParts, useUpload } from './use-upload.ts';

/** Chooses one file, checks it, and uploads it. */
export function Uploader({ userId, onUploaded }: { userId: string; onUploaded: (fileName: string) => void }) {
  const { state, start, hold, resume, cancel, forget } = useUpload();
  const [file, setFile] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  const [description, setDescription] = useState('');
  const underWay = isUnderWay(state);
  const stopped = useStoppedUploads(userId, !underWay);
  const place = useRef<HTMLDivElement>(null);
  const step = underWay ? 'uploading' : file ? 'chosen' : 'empty';
  const stepBefore = useRef(step);
  const inParts = file !== undefined && goesInParts(file);
  // Nothing is lost by leaving what is paused.
  useLeaveGuard(state.status === 'uploading', inParts ? texts.leaveParts : texts.leave);

  useStrayDrops();

  // What had the focus goes with its step; the keyboard stays here.
  useEffect(() => {
    if (stepBefore.current !== step) place.current?.focus();
    stepBefore.current = step;
  }, [step]);

  function choose([chosen, ...others]: File[]) {
    if (!chosen) return;
    const problem = others.length > 0 ? texts.oneFile : checkFile(chosen);
    const today = new Date().toLocaleDateString('en', { dateStyle: 'long' });
    forget();
    setRefusal(problem);
    setFile(problem ? undefined : chosen);
    setDescription(stopped.find(chosen)?.description ?? texts.defaultDescription(today));
  }

  async function upload(chosen: File, text: string) {
    setRefusal(undefined);
    // Kept for another attempt.
    setDescription(text);
    const fileName = tidyFileName(chosen.name);
    finish(fileName, await start({ file: chosen, fileName, description: text, userId }));
  }

  function chooseAnother() {
    forget();
    setFile(undefined);
  }

  function discard(upload: BegunUpload) {
    stopped.discard(upload);
    raiseToast(texts.discarded(upload.name));
  }

  function finish(fileName: string, stored: boolean) {
    if (stored) onUploaded(fileName);
  }

  const problem = refusal ?? (state.status === 'error' ? state.error : undefined);
  const fileName = file && tidyFileName(file.name);
  return (
    <div className="uploader" ref={place} tabIndex={-1}>
      <div role="alert">{problem && <Alert variation="error">{problem}</Alert>}</div>
      {fileName && (underWay || state.status === 'success') && (
        <UploadProgress
          name={fileName}
          state={state}
          pausable={inParts}
          onPause={hold}
          onResume={async () => finish(fileName, await resume())}
          onCancel={() => void cancel()}
        />
      )}
      {!underWay && state.status !== 'success' && file && fileName && (
        <ChosenFile
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          fileName={fileName}
          begun={stopped.find(file)}
          description={description}
          onUpload={(text) => void upload(file, text)}
          onDiscard={chooseAnother}
        />
      )}
      {!underWay && !file && (
        <>
          <StoppedNotes uploads={stopped.uploads} onDiscard={discard} />
          <DropZone onFiles={choose} />
        </>
      )}
    </div>
  );
}
