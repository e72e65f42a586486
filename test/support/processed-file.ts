import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { ListedFile } from '../../shared/contract/files.ts';
import type { Member } from './member.ts';
import { WAIT_TIMEOUT_MS } from './time-limits.ts';

/** Time between two reads of the file, in milliseconds. */
const POLL_INTERVAL_MS = 200;

/**
 * Waits until a member's file meets a condition, and returns it as lists show it. Reading a list doesn't count a view.
 */
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
    await pause(POLL_INTERVAL_MS);
  }
}

/** Waits until a member's file is inspected, so that it can be opened, and returns it. */
export function waitUntilOpen(member: Member, fileId: string): Promise<ListedFile> {
  return waitForFile(member, fileId, ({ scanning }) => !scanning);
}

/**
 * Waits until lists describe a member's picture, video, or document, and the description meets a condition.
 *
 * @returns the file
 */
export function waitUntilProcessed(
  member: Member,
  fileId: string,
  isReady: (media: NonNullable<ListedFile['media']>) => boolean = () => true,
): Promise<ListedFile> {
  return waitForFile(member, fileId, ({ scanning, media }) => !scanning && media !== undefined && isReady(media));
}
