import { ChosenFile } from './chosen-file.tsx';
import { usesMultipart } from './file-checksums.ts';
import type { UnfinishedUpload } from './parts/unfinished-upload-store.ts';
import type { QueuedFile } from './queue/queue-state.ts';
import type { UploadQueue } from './queue/upload-queue.ts';
import { savedName } from './tidy-file-name.ts';
import { UploadProgress } from './upload-progress.tsx';
import { isActive } from './upload-state.ts';

interface SingleFileProps {
  readonly chosen: QueuedFile;
  readonly queue: UploadQueue;
  readonly keepsCameraData: boolean;
  /** An earlier upload of this file that can be resumed. */
  readonly unfinishedUpload: UnfinishedUpload | undefined;
  readonly onStart: () => void;
  readonly onAdd: (files: File[]) => void;
}

/** The only chosen file: its form, and then its progress. */
export function SingleFile({ chosen, queue, keepsCameraData, unfinishedUpload, onStart, onAdd }: SingleFileProps) {
  const { id, file, prepared, details, state } = chosen;
  if (isActive(state) || state.status === 'success') {
    return (
      <UploadProgress
        name={savedName(details.fileName, file.name)}
        state={state}
        pausable={usesMultipart(prepared?.file ?? file)}
        onPause={() => queue.pause(id)}
        onResume={() => queue.queue(id)}
        onCancel={() => void queue.cancel(id)}
      />
    );
  }

  return (
    <ChosenFile
      chosen={chosen}
      keepsCameraData={keepsCameraData}
      unfinishedUpload={unfinishedUpload}
      onEdit={(newDetails) => queue.edit(id, newDetails)}
      onKeepCameraData={(keeps) => queue.keepCameraData(keeps)}
      onUpload={() => {
        onStart();
        queue.queue(id);
      }}
      onAdd={onAdd}
      onDiscard={() => queue.clear()}
    />
  );
}
