import { useId } from 'react';
import { isCleanable } from '../../../../../shared/media/cleanable-types.ts';
import { detectMediaType } from './check-file.ts';
import type { QueuedFile } from './queue/queue-state.ts';
import { texts } from './texts.ts';

interface CameraDataChoiceProps {
  readonly files: readonly QueuedFile[];
  /** Whether the files keep camera data. */
  readonly keepsCameraData: boolean;
  readonly onChange: (keepsCameraData: boolean) => void;
}

/** Lets the member keep camera data in pictures and videos. Shows nothing if no file can lose camera data. */
export function CameraDataChoice({ files, keepsCameraData, onChange }: CameraDataChoiceProps) {
  const id = useId();
  if (!files.some(canLoseCameraData)) return null;

  return (
    <div className="camera-data">
      <label>
        <input
          type="checkbox"
          checked={keepsCameraData}
          aria-describedby={id}
          onChange={({ target }) => onChange(target.checked)}
        />
        {texts.keepCameraData}
      </label>
      <p id={id} className="soft">
        {texts.cameraDataAdvice}
      </p>
    </div>
  );
}

/** Returns whether camera data can be removed from a file. */
function canLoseCameraData(queuedFile: QueuedFile): boolean {
  const contentType = detectMediaType(queuedFile.file);
  // Until the bytes have been searched, the media type decides.
  return /^(image|video)\//.test(contentType) && (queuedFile.isCleanable ?? isCleanable(contentType));
}
