import { useId } from 'react';
import { detectMediaType } from './check-file.ts';
import type { QueuedFile } from './queue/queue-state.ts';
import { texts } from './texts.ts';

interface CameraDataChoiceProps {
  readonly files: readonly QueuedFile[];
  readonly keeps: boolean;
  readonly onChange: (keeps: boolean) => void;
}

/** Lets the member keep camera data in pictures and videos. Shows nothing if no file can have any. */
export function CameraDataChoice({ files, keeps, onChange }: CameraDataChoiceProps) {
  const id = useId();
  if (!files.some(({ file }) => /^(image|video)\//.test(detectMediaType(file)))) return null;

  return (
    <div className="camera-data">
      <label>
        <input
          type="checkbox"
          checked={keeps}
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
