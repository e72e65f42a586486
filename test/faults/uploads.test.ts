/**
 * Uploads while the bucket's event or the response of the API is lost. Either of the two records an upload: the event
 * of the bucket, or save-metadata, which the browser calls after it has stored the bytes.
 */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { computeDepth, toMetres } from '../../shared/rules/depth.ts';
import { Member } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { startFaultCloud } from './fault-cloud.ts';

const png = createPng(80_000);
/** The depth that one upload of the picture credits, in metres. */
const expectedDepth = toMetres(computeDepth({ contributedBytes: png.length, purchasedCm: 0 }));

let { cloud, restart } = await startFaultCloud();

describe('upload', () => {
  it('credits an upload by save-metadata if the event of the bucket is lost', async () => {
    const member = await Member.register();
    cloud.faults.dropNotifications = true;
    const fileId = await member.storeFile('reef.png', 'image/png', png);

    // The cloud drops the bucket's event within this time.
    await setTimeout(300);
    cloud.faults.dropNotifications = false;

    expect(await member.getDepth()).toBe(0);
    expect((await member.call(contract.files.saveMetadata, { fileId })).body.depth).toBe(expectedDepth);
  });

  it('credits an upload once if save-metadata is repeated and the event arrives', async () => {
    const member = await Member.register();
    const fileId = await member.storeFile('reef.png', 'image/png', png);

    for (let count = 0; count < 5; count++) await member.call(contract.files.saveMetadata, { fileId });
    await expect.poll(() => member.getDepth()).toBe(expectedDepth);
  });

  it('records an upload after a restart if its bytes were stored before the restart', async () => {
    const member = await Member.register('Ada');
    cloud.faults.dropNotifications = true;
    const fileId = await member.storeFile('reef.png', 'image/png', png);

    cloud = await restart();
    const returningMember = await member.signInAgain();
    expect((await returningMember.call(contract.files.saveMetadata, { fileId, description: 'At last' })).status).toBe(
      200,
    );

    const { body } = await returningMember.call(contract.files.list, {});
    const ownFiles = body.files.filter(({ userId }) => userId === member.userId);

    expect(ownFiles).toMatchObject([{ fileName: 'reef.png', description: 'At last', uploaderName: 'Ada' }]);
    expect(Buffer.from(await (await fetch(ownFiles[0]!.url)).arrayBuffer()).equals(png)).toBe(true);
    expect(await returningMember.getDepth()).toBe(expectedDepth);
  });
});
