interface ProgressBarProps {
  /** The accessible name. */
  readonly label: string;
  readonly percent: number;
  readonly paused?: boolean;
}

/** A horizontal progress bar. */
export function ProgressBar({ label, percent, paused = false }: ProgressBarProps) {
  return (
    <div
      className={`progress-bar${paused ? ' progress-bar--paused' : ''}`}
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
