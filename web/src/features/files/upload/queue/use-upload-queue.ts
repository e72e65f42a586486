import { use, useEffect, useRef, useState } from 'react';
import { api } from '../../../../platform/api/api.ts';
import { OwnDepthContext } from '../../../../platform/state/own-depth.ts';
import { useStore } from '../../../../platform/state/store.ts';
import { parseDepth } from '../../../../platform/text/parse-depth.ts';
import { checksumsOf } from '../file-checksums.ts';
import { discardUpload, unfinishedUploads } from '../parts/use-unfinished-uploads.ts';
import { prepareFile } from '../prepare/prepare-file.ts';
import { sendUpload } from '../send-upload.ts';
import { savedName } from '../tidy-file-name.ts';
import type { Upload } from '../upload-file.ts';
import type { UploadDetails } from './queue-state.ts';
import { type QueueDependencies, UploadQueue } from './upload-queue.ts';

/** Returns the page's queue of uploads and its state. Stops all uploads when the component unmounts. */
export function useUploadQueue(userId: string) {
  const ownDepth = use(OwnDepthContext);
  // Every upload changes the depth, but the queue stays the same.
  const latestOwnDepth = useRef(ownDepth);
  useEffect(() => {
    latestOwnDepth.current = ownDepth;
  }, [ownDepth]);

  const [queue] = useState(() => new UploadQueue(createDependencies(userId, () => latestOwnDepth.current)));
  useEffect(() => () => queue.clear(), [queue]);

  return { queue, state: useStore(queue.store) };
}

/** Creates the dependencies of the queue in a browser. `getOwnDepth` returns the member's own depth in metres. */
function createDependencies(userId: string, getOwnDepth: () => number): QueueDependencies {
  const parse = ({ depth }: UploadDetails) => parseDepth(depth, { ownDepth: getOwnDepth() });

  return {
    prepare: prepareFile,
    send: sendUpload,
    async findCopy(file, signal, onProgress) {
      const checksum = await checksumsOf(file).computeWhole({ signal, onProgress });
      return (await api.files.findCopy({ userId, checksum }, { signal })).held;
    },
    canSend: (details) => parse(details) !== 'invalid',
    buildUpload({ file, poster, keepsCameraData }, details): Upload {
      return {
        userId,
        file,
        poster,
        keepsCameraData,
        fileName: savedName(details().fileName, file.name),
        // Getters, because the member can edit these details until the upload is saved.
        get description() {
          return details().description.trim();
        },
        get altText() {
          return details().altText.trim();
        },
        get depth() {
          const depth = parse(details());
          // An invalid depth, typed during the upload, leaves the file at the member's own depth.
          return depth === 'invalid' ? undefined : depth;
        },
      };
    },
    discard({ file }) {
      const unfinishedUpload = unfinishedUploads.find(userId, file);
      if (unfinishedUpload) discardUpload(unfinishedUpload);
    },
  };
}
