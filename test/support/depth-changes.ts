import { randomUUID } from 'node:crypto';
import { contract } from '../../shared/contract/contract.ts';
import type { ListedFile } from '../../shared/contract/files.ts';
import { BYTES_PER_MB } from '../../shared/depth/limits.ts';
import type { Member } from './member.ts';

/** Raises a member's depth by some millimetres: enough for every rule, but invisible in two decimals. */
export async function raiseDepth(member: Member, millimetres = 1): Promise<void> {
  for (let step = 0; step < millimetres; step++) await member.call(contract.account.testContribution, {});
}

/** Raises a member's depth with an upload: 1 cm per megabyte. {@link lowerDepth} undoes it. */
export function raiseDepthByUpload(member: Member, megabytes: number): Promise<ListedFile> {
  return member.upload('ballast.txt', 'text/plain', Buffer.alloc(megabytes * BYTES_PER_MB, `${randomUUID()} `));
}

/** Lowers a member's depth by deleting the file that raised it. */
export async function lowerDepth(member: Member, { key }: ListedFile): Promise<void> {
  await member.call(contract.files.delete, { fileId: key });
}
