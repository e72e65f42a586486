import { computeDepth, toMetres } from '../../../../../shared/depth/depth.ts';
import { formatDepth } from '../../../platform/format.ts';
import { texts } from '../texts.ts';

const SMALLEST_SHOWN_METRES = 0.01;

/** Formats the depth that a file of this size in bytes contributes: "0.01m", or "less than 0.01m". */
export function formatContribution(bytes: number): string {
  const metres = toMetres(computeDepth({ contributedBytes: bytes, purchasedCm: 0 }));
  return metres < SMALLEST_SHOWN_METRES / 2 ? texts.lessThan(formatDepth(SMALLEST_SHOWN_METRES)) : formatDepth(metres);
}
