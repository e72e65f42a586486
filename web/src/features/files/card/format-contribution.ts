import { toMegabytes } from '../../../../../shared/rules/depth.ts';
import { formatLength } from '../../../platform/text/format-depth.ts';

/** How many megabytes lift a member by one metre. */
const MB_PER_METRE = 100;

/** Formats the depth that a file of this size in bytes contributes: "0.3 cm". */
export function formatContribution(bytes: number): string {
  return formatLength(toMegabytes(bytes) / MB_PER_METRE);
}
