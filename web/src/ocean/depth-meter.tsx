import { METER_MAX_METRES } from '../../../shared/rules/depth.ts';
import { formatDepth } from '../platform/text/format-depth.ts';
import './depth-meter.css';
import { useAnimatedNumber } from './animated-number.tsx';

/** The depths of the markers, in metres. */
const MARKERS = [11_000, 7500, 5000, 2500] as const;

/** Returns the position of a depth on the meter, as a CSS percentage. */
const toPercent = (metres: number) => `${Math.min(100, Math.max(0, (metres / METER_MAX_METRES) * 100))}%`;

/** The vertical depth meter, with markers at 2500, 5000, 7500, and 11000 m. */
export function DepthMeter({ metres }: { metres: number }) {
  const animatedMetres = useAnimatedNumber(metres);

  return (
    // biome-ignore lint/a11y/useSemanticElements: <meter> can't be styled in all browsers.
    <div
      className="depth-meter"
      role="meter"
      aria-label="Depth meter"
      aria-valuemin={0}
      aria-valuemax={METER_MAX_METRES}
      aria-valuenow={Math.min(metres, METER_MAX_METRES)}
      aria-valuetext={formatDepth(metres)}
    >
      <div className="depth-meter__tube" aria-hidden="true">
        <div
          className={`depth-meter__fill depth-meter__fill--${meterShade(animatedMetres)}`}
          style={{ blockSize: toPercent(animatedMetres) }}
        />
      </div>
      <div className="depth-meter__scale" aria-hidden="true">
        {MARKERS.map((marker) => (
          <span key={marker} className="depth-meter__marker" style={{ insetBlockEnd: toPercent(marker) }}>
            {marker}m
          </span>
        ))}
      </div>
      <div className="depth-meter__pointer" aria-hidden="true">
        <div className="depth-meter__you" style={{ insetBlockEnd: toPercent(animatedMetres) }}>
          <span>{formatDepth(animatedMetres)}</span>
        </div>
      </div>
    </div>
  );
}

/** Returns the shade of the fill. The limits are 100, 1000, and 5000 m. */
export function meterShade(metres: number): 'lightest' | 'light' | 'dark' | 'darkest' {
  if (metres < 100) return 'lightest';
  if (metres < 1000) return 'light';
  return metres < 5000 ? 'dark' : 'darkest';
}
