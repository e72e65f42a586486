import { fromBytes } from '../../../shared/media/byte-source.ts';
import { type CleaningPlan, readCleaned } from '../../../shared/media/cleaning-plan.ts';
import { planCleaning } from '../../../shared/media/plan-cleaning.ts';

/** Plans the cleaning of bytes in memory, and carries it out. */
export async function cleanBytes(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  { keepCameraData = false }: { readonly keepCameraData?: boolean } = {},
): Promise<{ plan: CleaningPlan; cleaned: Uint8Array<ArrayBuffer> }> {
  const source = fromBytes(bytes);
  const plan = await planCleaning(source, contentType, { keepCameraData });
  const chunks: Uint8Array[] = [];
  for await (const chunk of readCleaned(source, plan)) chunks.push(chunk);
  return { plan, cleaned: new Uint8Array(Buffer.concat(chunks)) };
}
