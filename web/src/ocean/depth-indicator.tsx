import { SURFACE_METRES } from '../../../shared/rules/depth.ts';
import { layerAt } from '../../../shared/rules/layers.ts';
import { formatDepth } from '../platform/text/format-depth.ts';
import { useAnimatedNumber } from './animated-number.tsx';
import './depth-indicator.css';

/** The navigation bar's "Depth: {n}m" and the layer's name, with a bar filled to depth / 10,000. */
export function DepthIndicator({ metres }: { metres: number }) {
  const animatedMetres = useAnimatedNumber(metres);
  const layer = layerAt(metres).name;

  return (
    // biome-ignore lint/a11y/useSemanticElements: <meter> can't be styled in all browsers.
    <div
      className="depth-indicator"
      role="meter"
      aria-label="Your depth"
      aria-valuemin={0}
      aria-valuemax={SURFACE_METRES}
      aria-valuenow={Math.min(metres, SURFACE_METRES)}
      aria-valuetext={`Depth: ${formatDepth(metres)}, ${layer}`}
      data-depth={metres}
    >
      <span className="depth-indicator__text" aria-hidden="true">
        Depth: {formatDepth(animatedMetres)}
      </span>
      <span className="depth-indicator__layer" aria-hidden="true">
        {layer}
      </span>
      <span className="depth-indicator__bar">
        <span style={{ inlineSize: `${Math.min(100, (animatedMetres / SURFACE_METRES) * 100)}%` }} />
      </span>
    </div>
  );
}
