interface StepButtonProps {
  readonly label: string;
  readonly direction: 'previous' | 'next';
  /** Undefined at the first or last file. The button stays, so that it keeps the keyboard focus. */
  readonly onStep: (() => void) | undefined;
}

/** Goes to the previous or next file. */
export function StepButton({ label, direction, onStep }: StepButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} aria-disabled={!onStep} onClick={onStep}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={direction === 'previous' ? 'M15 4l-8 8 8 8' : 'M9 4l8 8-8 8'} />
      </svg>
    </button>
  );
}
