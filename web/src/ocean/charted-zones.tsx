import { Suspense, useState } from 'react';
import { chartedZones } from '../../../shared/rules/zones.ts';
import { LoadErrorDialog, lazyPart } from '../design/lazy-part.tsx';
import { texts } from './texts.ts';

const ChartDialog = lazyPart(() => import('./chart/chart-dialog.tsx'), LoadErrorDialog);

/** How many zones a member at a depth has charted. A button that opens the list of all zones. */
export function ChartedZones({ metres }: { metres: number }) {
  const [open, setOpen] = useState(false);
  const zones = chartedZones(metres);

  return (
    <>
      <button
        type="button"
        className="button button--quiet button--small"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {texts.charted(zones)}
      </button>
      {open && (
        <Suspense>
          <ChartDialog chartedCount={zones.length} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
