import { Suspense, useState } from 'react';
import { chartedZones } from '../../../shared/rules/zones.ts';
import { LoadErrorDialog, lazyPart } from '../design/lazy-part.tsx';
import { texts } from './texts.ts';

const ChartDialog = lazyPart(() => import('./chart/chart-dialog.tsx'), LoadErrorDialog);

/** A button that shows how many zones a member at a depth has charted, and opens the list of all zones. */
export function ChartedZones({ metres }: { metres: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const zones = chartedZones(metres);

  return (
    <>
      <button
        type="button"
        className="button button--quiet button--small"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {texts.charted(zones)}
      </button>
      {isOpen && (
        <Suspense>
          <ChartDialog chartedCount={zones.length} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
