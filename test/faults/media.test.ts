/** Files whose processing is interrupted. A file stays closed until its hidden metadata is removed. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { createJpegSamples } from '../support/media-corpus/jpeg-samples.ts';
import { SECRET } from '../support/media-corpus/media-sample.ts';
import { Member } from '../support/member.ts';
import { waitUntilOpen } from '../support/processed-file.ts';
import { startFaultCloud } from './fault-cloud.ts';

const jpeg = (await createJpegSamples()).find(({ name }) => name === 'JPEG of a phone')!.bytes;
const { restart } = await startFaultCloud();

const download = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

describe('the processing of a file', () => {
  it('leaves a file closed, or without hidden metadata, if a restart interrupts its processing', async () => {
    const member = await Member.register();
    await member.upload('reef.jpg', 'image/jpeg', jpeg);
    const cloud = await restart();
    const returningMember = await member.signInAgain();

    await cloud.functions.waitUntilIdle();
    const { body } = await returningMember.call(contract.files.listOfMember, { userId: member.userId });
    const [file] = body.files;

    // If the event is lost, the hourly job processes the file: see lambdas/files/reconcile-uploads.test.ts.
    if (file!.scanning) expect(file!.url).toBe('');
    else expect((await download(file!.url)).includes(SECRET)).toBe(false);
  });

  it('leaves no credit of files that are deleted at any moment of their processing', async () => {
    const member = await Member.register();
    for (const delayMs of [0, 50, 150, 400, 1000]) {
      const { key } = await member.upload('reef.jpg', 'image/jpeg', jpeg);
      await setTimeout(delayMs);
      expect((await member.call(contract.files.delete, { fileId: key })).status).toBe(200);
    }

    // Only this file stays, so the ledger's sum must be its size.
    const { key } = await member.upload('reef.jpg', 'image/jpeg', jpeg);
    const { size } = await waitUntilOpen(member, key);
    const { body } = await member.call(contract.account.depthLog, {});

    expect(body.entries.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(size);
  });
});
