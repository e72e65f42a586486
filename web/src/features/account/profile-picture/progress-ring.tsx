import type { ReactNode } from 'react';
import './profile-picture.css';

/** The radius in units of the drawing, which is 100 units wide. */
const RADIUS = 48;
/** The circumference in units of the drawing. */
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

interface ProgressRingProps {
  /** The progress in percent. Undefined while nothing is uploaded. */
  readonly percent: number | undefined;
  readonly label: string;
  readonly children: ReactNode;
}

/** A progress ring around its children, shown during an upload. */
export function ProgressRing({ percent, label, children }: ProgressRingProps) {
  return (
    <div className="progress-ring">
      {children}
      {percent !== undefined && (
        <>
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <circle cx="50" cy="50" r={RADIUS} />
            <circle
              className="progress-ring__done"
              cx="50"
              cy="50"
              r={RADIUS}
              strokeDasharray={CIRCUMFERENCE}
              strokeDashoffset={CIRCUMFERENCE * (1 - percent / 100)}
            />
          </svg>
          <span
            className="progress-ring__percent"
            role="progressbar"
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            {percent}%
          </span>
        </>
      )}
    </div>
  );
}
