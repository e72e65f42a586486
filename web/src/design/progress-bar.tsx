interface ProgressBarProps {
  /** What is under way. */
  readonly label: string;
  readonly percent: number;
  readonly paused?: boolean;
}

/** How far something has come. */
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
