import { type DragEvent, useState } from 'react';
import { texts } from './texts.ts';

/** The types and extensions that the file dialog offers. */
const ACCEPT = 'image/*,video/*,audio/*,application/pdf,text/plain,application/zip,.zip,.txt,.md,.csv,.log';

interface DropZoneProps {
  /** Whether the list already has files. The zone is then small. */
  readonly isCompact?: boolean;
  readonly onFiles: (files: File[]) => void;
}

/** Accepts files by drag and drop, click, or keyboard. */
export function DropZone({ isCompact = false, onFiles }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  }

  return (
    // The label makes the whole zone clickable; keyboards and screen readers use the input.
    <label
      className={`drop-zone${isOver ? ' drop-zone--over' : ''}${isCompact ? ' drop-zone--compact' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <input
        type="file"
        multiple
        className="visually-hidden"
        accept={ACCEPT}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Choosing the same file again must fire a change event.
          event.target.value = '';
        }}
      />
      {isCompact ? (
        <span>{texts.addFiles}</span>
      ) : (
        <>
          <svg viewBox="0 0 64 64" aria-hidden="true" className="drop-zone__icon">
            <path d="M6 44c8-6 14-6 22 0s14 6 22 0c3-2 5-3 8-4M6 56c8-6 14-6 22 0s14 6 22 0c3-2 5-3 8-4" />
            <path d="M32 36V8m-11 11L32 8l11 11" />
          </svg>
          <strong>{texts.drop}</strong>
          <span>{texts.maximum}</span>
          <span>{texts.severalAllowed}</span>
        </>
      )}
    </label>
  );
}
