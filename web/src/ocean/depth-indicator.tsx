import { SURFACE_METRES } from '../../../shared/depth/depth.ts';
import { formatDepth } from '../platform/format.ts';
import { useAnimatedNumber } from './animated-number.tsx';

/** The navigation bar's "Depth: {n}m", with a bar filled to depth / 10,000. */
export function DepthIndicator({ metres }: { metres: number }) {
  const shown = useAnimatedNumber(metres);
  return (
    // biome-ignore lint/a11y/useSemanticElements: <meter> can't be styled in all browsers.
    <div
      className="depth-indicator"
      role="meter"
      aria-label="Your depth"
      aria-valuemin={0}
      aria-valuemax={SURFACE_METRES}
      aria-valuenow={Math.min(metres, SURFACE_METRES)}
      aria-valuetext={`Depth: ${formatDepth(metres)}`}
      data-depth={metres}
    >
      <span className="depth-indicator__text" aria-hidden="true">
        Depth: {formatDepth(shown)}
      </span>
      <span className="depth-indicator__bar">
        <span style={{ inlineSize: `${Math.min(100, (shown / SURFACE_METRES) * 100)}%` }} />
      </span>
    </div>
  );
}
