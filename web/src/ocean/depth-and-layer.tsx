import { layerAt } from '../../../shared/rules/layers.ts';
import { formatDepth } from '../platform/text/format-depth.ts';
import { AnimatedNumber } from './animated-number.tsx';

/** A member's own depth, which moves to its new value after a change, and the layer of that depth. */
export function DepthAndLayer({ metres }: { metres: number }) {
  return (
    <>
      <strong>
        <AnimatedNumber value={metres} format={formatDepth} />
      </strong>{' '}
      · {layerAt(metres).name}
    </>
  );
}
