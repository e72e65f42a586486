import { useEffect, useState } from 'react';
import { api } from '../../../../platform/api/api.ts';
import { useStore } from '../../../../platform/state/store.ts';
import { checksumsOf } from '../file-checksums.ts';
import { discardUpload, unfinishedUploads } from '../parts/use-unfinished-uploads.ts';
import { prepareFile } from '../prepare/prepare-file.ts';
import { sendUpload } from '../send-upload.ts';
import { savedName } from '../tidy-file-name.ts';
import type { Upload } from '../upload-file.ts';
import { type QueueDependencies, UploadQueue } from './upload-queue.ts';

/** Returns the page's queue of uploads and its state. Stops all uploads when the component unmounts. */
export function useUploadQueue(userId: string) {
  const [queue] = useState(() => new UploadQueue(createDependencies(userId)));
  useEffect(() => () => queue.clear(), [queue]);
  return { queue, state: useStore(queue.store) };
}

/** Creates the dependencies of the queue in a browser. */
function createDependencies(userId: string): QueueDependencies {
  return {
    prepare: prepareFile,
    send: sendUpload,
    async findCopy(file, signal, onProgress) {
      const checksum = await checksumsOf(file).computeWhole({ signal, onProgress });
      return (await api.files.findCopy({ userId, checksum }, { signal })).held;
    },
    buildUpload({ file, poster, keepsCameraData }, details): Upload {
      return {
        userId,
        file,
        poster,
        keepsCameraData,
        fileName: savedName(details().fileName, file.name),
        // Getters, because the member can edit the description and the alternative text until the upload is saved.
        get description() {
          return details().description.trim();
        },
        get altText() {
          return details().altText.trim();
        },
      };
    },
    discard({ file }) {
      const unfinishedUpload = unfinishedUploads.find(userId, file);
      if (unfinishedUpload) discardUpload(unfinishedUpload);
    },
  };
}
