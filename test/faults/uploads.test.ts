import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { depthOf, toMetres } from '../../shared/depth/depth.ts';
import { Member } from '../support/member.ts';
import { pngOf } from '../support/sample-files.ts';
import { startFaultCloud } from './fault-cloud.ts';

const png = pngOf(80_000);
const lifted = toMetres(depthOf({ contributedBytes: png.length, purchasedCm: 0 }));

let { cloud, restart } = await startFaultCloud();

describe('an upload', () => {
  it('is credited by the browser when the bucket never tells of it', async () => {
    const member = await Member.register();
    cloud.faults.dropNotifications = true;
    const fileId = await member.store('reef.png', 'image/png', png);
    await setTimeout(300);
    cloud.faults.dropNotifications = false;
    expect(await member.depth()).toBe(0);
    expect((await member.call(contract.files.saveMetadata, { fileId })).body.depth).toBe(lifted);
  });

  it('is credited once when both tell of it, again and again', async () => {
    const member = await Member.register();
    const fileId = await member.store('reef.png', 'image/png', png);
    for (let time = 0; time < 5; time++) await member.call(contract.files.saveMetadata, { fileId });
    await expect.poll(() => member.depth(), { timeout: 20_000 }).toBe(lifted);
  });

  it('survives a restart of everything between its bytes and its record', async () => {
    const member = await Member.register('Ada');
    cloud.faults.dropNotifications = true;
    const fileId = await member.store('reef.png', 'image/png', png);
    cloud = await restart();
    const returned = await member.again();
    expect((await returned.call(contract.files.saveMetadata, { fileId, description: 'At last' })).status).toBe(200);
    const { body } = await returned.call(contract.files.list, {});
    const own = body.files.filter(({ userId }) => userId === member.userId);
    expect(own).toMatchObject([{ fileName: 'reef.png', description: 'At last', uploaderName: 'Ada' }]);
    expect(Buffer.from(await (await fetch(own[0]!.url)).arrayBuffer()).equals(png)).toBe(true);
    expect(await returned.depth()).toBe(lifted);
  });
});
