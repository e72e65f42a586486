import { ChosenFile } from './chosen-file.tsx';
import { usesMultipart } from './file-checksums.ts';
import type { UnfinishedUpload } from './parts/unfinished-upload-store.ts';
import type { QueuedFile } from './queue/queue-state.ts';
import type { UploadQueue } from './queue/upload-queue.ts';
import { savedName } from './tidy-file-name.ts';
import { UploadProgress } from './upload-progress.tsx';
import { isActive } from './upload-state.ts';

interface SingleFileProps {
  /** The only file of the queue. */
  readonly queuedFile: QueuedFile;
  readonly queue: UploadQueue;
  /** Whether the file keeps camera data. */
  readonly keepsCameraData: boolean;
  /** An earlier upload of this file that can be resumed. */
  readonly unfinishedUpload: UnfinishedUpload | undefined;
  /** Called when the member starts the upload. */
  readonly onStart: () => void;
  readonly onAdd: (files: File[]) => void;
}

/** Shows the form of the only chosen file. Once the upload has started, shows the progress instead. */
export function SingleFile({ queuedFile, queue, keepsCameraData, unfinishedUpload, onStart, onAdd }: SingleFileProps) {
  const { id, file, preparedFile, details, state } = queuedFile;

  function upload() {
    onStart();
    queue.enqueue(id);
  }

  if (isActive(state) || state.status === 'success') {
    return (
      <UploadProgress
        name={savedName(details.fileName, file.name)}
        state={state}
        isMultipart={usesMultipart(preparedFile?.file ?? file)}
        onPause={() => queue.pause(id)}
        onResume={() => queue.enqueue(id)}
        onCancel={() => void queue.cancel(id)}
      />
    );
  }

  return (
    <ChosenFile
      queuedFile={queuedFile}
      keepsCameraData={keepsCameraData}
      unfinishedUpload={unfinishedUpload}
      onEdit={(newDetails) => queue.edit(id, newDetails)}
      onKeepCameraData={(choice) => queue.keepCameraData(choice)}
      onUpload={upload}
      onAdd={onAdd}
      onDiscard={() => queue.clear()}
    />
  );
}
