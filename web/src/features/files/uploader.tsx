import { Alert } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { useLeaveGuard } from '../../platform/leave-guard.ts';
import { checkFile } from './check-file.ts';
import { ChosenFile } from './chosen-file.tsx';
import { DropZone } from './drop-zone.tsx';
import { tidyFileName } from './file-name.ts';
import { texts } from './texts.ts';
import { UploadProgress } from './upload-progress.tsx';
import './uploader.css';
import { useUpload } from './use-upload.ts';

/** Chooses one file, checks it, and uploads it. */
export function Uploader({ userId, onUploaded }: { userId: string; onUploaded: (fileName: string) => void }) {
  const { state, start, cancel } = useUpload();
  const [file, setFile] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  const [description, setDescription] = useState('');
  const uploading = state.status === 'uploading';
  const place = useRef<HTMLDivElement>(null);
  const step = uploading ? 'uploading' : file ? 'chosen' : 'empty';
  const stepBefore = useRef(step);
  useLeaveGuard(uploading, texts.leave);

  // What had the focus goes with its step; the keyboard stays here.
  useEffect(() => {
    if (stepBefore.current !== step) place.current?.focus();
    stepBefore.current = step;
  }, [step]);

  function choose([chosen, ...others]: File[]) {
    if (!chosen) return;
    const problem = others.length > 0 ? texts.oneFile : checkFile(chosen);
    setRefusal(problem);
    setFile(problem ? undefined : chosen);
    setDescription(texts.defaultDescription(new Date().toLocaleDateString('en', { dateStyle: 'long' })));
  }

  async function upload(chosen: File, text: string) {
    setRefusal(undefined);
    // Kept for another attempt.
    setDescription(text);
    const fileName = tidyFileName(chosen.name);
    if (await start({ file: chosen, fileName, description: text, userId })) onUploaded(fileName);
  }

  const problem = refusal ?? (state.status === 'error' ? state.error : undefined);
  return (
    <div className="uploader" ref={place} tabIndex={-1}>
      <div role="alert">{problem && <Alert variation="error">{problem}</Alert>}</div>
      {file && (uploading || state.status === 'success') && (
        <UploadProgress name={tidyFileName(file.name)} state={state} onCancel={cancel} />
      )}
      {!uploading && state.status !== 'success' && file && (
        <ChosenFile
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          fileName={tidyFileName(file.name)}
          description={description}
          onUpload={(text) => void upload(file, text)}
          onDiscard={() => setFile(undefined)}
        />
      )}
      {!uploading && !file && <DropZone onFiles={choose} />}
    </div>
  );
}
