import { useId } from 'react';
import { metresToChart, ZONE_LABELS } from '../../../../shared/rules/zones.ts';
import { Modal } from '../../design/modal.tsx';
import './chart.css';
import { texts } from './texts.ts';
import { ZoneCreatures } from './zone-creatures.tsx';

interface ChartDialogProps {
  /** The number of zones that the member has charted. */
  readonly chartedCount: number;
  readonly onClose: () => void;
}

/** Lists all zones: charted zones with creatures, the next zone with silhouettes, and later zones by name only. */
export default function ChartDialog({ chartedCount, onClose }: ChartDialogProps) {
  const id = useId();

  return (
    <Modal labelledBy={`${id}heading`} describedBy={`${id}lead`} className="chart" onClose={onClose}>
      <div className="chart__head">
        <h2 id={`${id}heading`}>{texts.heading}</h2>
        <button type="button" className="button button--quiet button--small" onClick={onClose}>
          {texts.close}
        </button>
      </div>
      <p id={`${id}lead`} className="soft">
        {texts.lead}
      </p>
      <ol className="chart__zones">
        {ZONE_LABELS.map((label, level) => (
          <li key={label} className={`chart__zone${level < chartedCount ? '' : ' chart__zone--ahead'}`}>
            <h3>{label}</h3>
            <p className="soft">{stateText(level, chartedCount)}</p>
            {level <= chartedCount && <ZoneCreatures level={level} showsSilhouettes={level === chartedCount} />}
          </li>
        ))}
      </ol>
    </Modal>
  );
}

/** Returns the text that says whether a zone is charted, next, or unknown. */
function stateText(level: number, chartedCount: number): string {
  if (level < chartedCount) return texts.charted;
  return level === chartedCount ? texts.next(metresToChart(level)) : texts.unknown;
}
