interface StepButtonProps {
  readonly label: string;
  readonly direction: 'back' | 'on';
  /** Absent where there is nothing more to go to. The button stays, so that the keyboard keeps its place. */
  readonly onStep: (() => void) | undefined;
}

/** Goes to the file before or after. */
export function StepButton({ label, direction, onStep }: StepButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} aria-disabled={!onStep} onClick={onStep}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={direction === 'back' ? 'M15 4l-8 8 8 8' : 'M9 4l8 8-8 8'} />
      </svg>
    </button>
  );
}
