import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { loadViewer } from '../access/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { holdsCopy } from '../table/held-copy.ts';

/** Returns whether the caller has a file with this checksum. Only a hint: recording an upload checks it again. */
export async function findCopy(
  caller: Caller,
  { checksum }: Input<typeof files.findCopy>,
): Promise<Response<typeof files.findCopy>> {
  const [held] = await Promise.all([holdsCopy(caller.userId, checksum), loadViewer(caller)]);
  return { held };
}
