interface ProgressBarProps {
  /** The accessible name. */
  readonly label: string;
  readonly percent: number;
  readonly isPaused?: boolean;
}

/** A horizontal progress bar. */
export function ProgressBar({ label, percent, isPaused = false }: ProgressBarProps) {
  return (
    <div
      className={`progress-bar${isPaused ? ' progress-bar--paused' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}
