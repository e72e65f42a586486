import { useEffect, useRef } from 'react';
import { useVisibleAlert } from '../../../platform/browser/visible-alerts.ts';
import type { Attempt } from './purchase-state.ts';
import { texts } from './texts.ts';
import type { Arrival } from './use-depth-arrival.ts';

interface AttemptOutcomeProps {
  readonly attempt: Attempt;
  readonly arrival: Arrival;
}

/** Shows the result of the last payment. Moves the focus to an error. */
export function AttemptOutcome({ attempt, arrival }: AttemptOutcomeProps) {
  const outcome = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);

  useVisibleAlert(attempt.status === 'error');
  useEffect(() => {
    if (attempt.status === 'error') alert.current?.focus();

    // The result is below the button, and the success banner disappears after five seconds.
    const hasEnded = attempt.status !== 'idle' && attempt.status !== 'processing';
    if (hasEnded) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [attempt]);

  return (
    <div ref={outcome} className="outcome">
      <div ref={alert} role="alert" tabIndex={-1} className="outcome__alert">
        {attempt.status === 'error' && (
          <div className="card-problem">
            <p>{attempt.problem.text}</p>
            {attempt.problem.detail && <p>{attempt.problem.detail}</p>}
          </div>
        )}
      </div>
      <div role="status" className="outcome__status">
        {attempt.status === 'success' && <p className="outcome__success">{texts.success(`${attempt.metres}m`)}</p>}
        {attempt.status === 'pending' && <p className="outcome__note">{texts.pending(`${attempt.metres}m`)}</p>}
        {attempt.status === 'cancelled' && <p className="outcome__note">{texts.cancelled}</p>}
        {arrival !== 'settled' && <p className="outcome__note">{arrival === 'late' ? texts.late : texts.onTheWay}</p>}
      </div>
    </div>
  );
}
