import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { ListedFile } from '../../shared/contract/files.ts';
import type { Member } from './member.ts';
import { WAIT_TIMEOUT_MS } from './time-limits.ts';

/** Returns a member's file as lists show it, once it meets a condition. Lists don't count views. */
async function waitForFile(
  member: Member,
  fileId: string,
  isReady: (file: ListedFile) => boolean,
): Promise<ListedFile> {
  const deadline = Date.now() + WAIT_TIMEOUT_MS;
  for (;;) {
    const { body } = await member.call(contract.files.listOfMember, { userId: member.userId, limit: 20 });
    const file = body.files.find(({ key }) => key === fileId);
    if (file && isReady(file)) return file;
    expect(Date.now(), `the processing of ${fileId}: ${JSON.stringify(file)}`).toBeLessThan(deadline);
    await pause(200);
  }
}

/** Returns a member's file once its bytes are inspected, so that it can be opened. */
export function waitUntilOpen(member: Member, fileId: string): Promise<ListedFile> {
  return waitForFile(member, fileId, ({ scanning }) => !scanning);
}

/** Returns a member's file once lists describe what it shows, and that fulfils a condition. */
export function waitUntilProcessed(
  member: Member,
  fileId: string,
  isReady: (media: NonNullable<ListedFile['media']>) => boolean = () => true,
): Promise<ListedFile> {
  return waitForFile(member, fileId, ({ scanning, media }) => !scanning && media !== undefined && isReady(media));
}
