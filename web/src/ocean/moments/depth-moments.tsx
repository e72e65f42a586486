import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { lazyDecoration } from '../../platform/browser/lazy-decoration.ts';
import { addMoment, type Moment, takeMoment } from './moment.ts';
import './moments.css';

const ChartedNotice = lazyDecoration(() => import('./charted-notice.tsx'));
const SurfaceMoment = lazyDecoration(() => import('./surface-moment.tsx'));

interface DepthMomentsProps {
  readonly memberId: string;
  /** The member's depth in metres. */
  readonly metres: number;
}

/** Shows the events of the member's ascent: newly charted zones, and the surface. Waits until the tab is visible. */
export default function DepthMoments({ memberId, metres }: DepthMomentsProps) {
  const [moment, setMoment] = useState<Moment>();
  const isVisible = usePageVisible();

  useEffect(() => {
    const nextMoment = isVisible ? takeMoment(memberId, metres) : undefined;
    if (nextMoment) setMoment((currentMoment) => addMoment(currentMoment, nextMoment));
  }, [memberId, metres, isVisible]);

  const close = () => setMoment(undefined);

  return (
    <>
      {/* The live region must exist before its content, or screen readers don't announce it. */}
      <div className="moments" role="status">
        {moment?.kind === 'charted' && (
          <Suspense>
            <ChartedNotice levels={moment.levels} onDismiss={close} />
          </Suspense>
        )}
      </div>
      {moment?.kind === 'surface' && (
        <Suspense>
          <SurfaceMoment onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Returns whether the tab is visible. The component renders again when that changes. */
function usePageVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => !document.hidden,
  );
}
