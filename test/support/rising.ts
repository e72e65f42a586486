import { contract } from '../../shared/contract/contract.ts';
import type { ListedFile } from '../../shared/contract/files.ts';
import { BYTES_PER_MB } from '../../shared/depth/limits.ts';
import type { Member } from './member.ts';

/** Lifts a member by so many millimetres: too little to show in two decimals, and enough for every rule. */
export async function rise(member: Member, millimetres = 1): Promise<void> {
  for (let step = 0; step < millimetres; step++) await member.call(contract.account.testContribution, {});
}

/** Lifts a member by an upload of so many megabytes, a centimetre each; who deletes the file sinks again. */
export function riseByUpload(member: Member, megabytes: number): Promise<ListedFile> {
  return member.upload('ballast.txt', 'text/plain', Buffer.alloc(megabytes * BYTES_PER_MB, 'tide and time '));
}

/** Takes back what lifted a member. */
export async function sink(member: Member, { key }: ListedFile): Promise<void> {
  await member.call(contract.files.delete, { fileId: key });
}
