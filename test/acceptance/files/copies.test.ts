/**
 * Tests of copies: a second copy of a file that its owner already has earns no depth. See
 * docs/product.md#recording-and-depth.
 */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { computeDepth, toMetres } from '../../../shared/rules/depth.ts';
import { computeChecksum } from '../../../shared/upload/checksum.ts';
import { Member } from '../../support/member.ts';

const computeMetres = (bytes: number) => toMetres(computeDepth({ contributedBytes: bytes, purchasedCm: 0 }));

const TEXT_BYTES = 3000;

/** Returns a text that no other test uploads. */
const createUniqueText = () => Buffer.from(randomBytes(TEXT_BYTES).toString('base64').slice(0, TEXT_BYTES));

const isHeld = async (member: Member, bytes: Buffer) => {
  const checksum = await computeChecksum(new Uint8Array(bytes));
  return (await member.call(contract.files.findCopy, { checksum })).body.held;
};

describe('a second copy of a file', () => {
  it('credits nothing for a second copy, whatever its name and description, and lists it', async () => {
    const member = await Member.register();
    const bytes = createUniqueText();
    const firstCopy = await member.upload('tide.txt', 'text/plain', bytes);
    const secondCopy = await member.upload('wave.txt', 'text/plain', bytes, 'The same');

    expect([firstCopy.creditedBytes, secondCopy.creditedBytes]).toEqual([TEXT_BYTES, 0]);
    expect(await member.getDepth()).toBe(computeMetres(TEXT_BYTES));

    const { body } = await member.call(contract.files.listOfMember, { userId: member.userId });
    expect(body.files.map(({ fileName }) => fileName).sort()).toEqual(['tide.txt', 'wave.txt']);

    const { body: log } = await member.call(contract.account.depthLog, {});
    expect(log.entries.map(({ source, bytes: change }) => [source, change])).toEqual([
      ['upload', 0],
      ['upload', TEXT_BYTES],
    ]);
  });

  it('credits one of several copies that are stored concurrently', async () => {
    const member = await Member.register();
    const bytes = createUniqueText();
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
    const files = await Promise.all(names.map((name) => member.upload(name, 'text/plain', bytes)));

    expect(files.map(({ creditedBytes }) => creditedBytes).sort()).toEqual([0, 0, 0, TEXT_BYTES]);
    expect(await member.getDepth()).toBe(computeMetres(TEXT_BYTES));
  });

  it('credits a copy of a file that another member has', async () => {
    const [firstOwner, secondOwner] = await Promise.all([Member.register(), Member.register()]);
    const bytes = createUniqueText();
    await firstOwner.upload('tide.txt', 'text/plain', bytes);

    expect((await secondOwner.upload('tide.txt', 'text/plain', bytes)).creditedBytes).toBe(TEXT_BYTES);
    expect(await secondOwner.getDepth()).toBe(computeMetres(TEXT_BYTES));
  });

  it('keeps the depth when an uncredited copy is deleted, and lowers it with the credited copy', async () => {
    const member = await Member.register();
    const bytes = createUniqueText();
    const firstCopy = await member.upload('tide.txt', 'text/plain', bytes);
    const secondCopy = await member.upload('wave.txt', 'text/plain', bytes);
    const thirdCopy = await member.upload('foam.txt', 'text/plain', bytes);
    const deleteFile = async (fileId: string) => (await member.call(contract.files.delete, { fileId })).body.depth;

    expect(await deleteFile(thirdCopy.key)).toBe(computeMetres(TEXT_BYTES));
    expect(await deleteFile(firstCopy.key)).toBe(0);
    expect((await member.upload('reef.txt', 'text/plain', bytes)).creditedBytes).toBe(0);
    expect(await isHeld(member, bytes)).toBe(true);

    await deleteFile(secondCopy.key);
    expect(await member.getDepth()).toBe(0);
  });

  it('credits a file again after all its copies were deleted', async () => {
    const member = await Member.register();
    const bytes = createUniqueText();

    for (let round = 0; round < 2; round++) {
      expect(await isHeld(member, bytes)).toBe(false);

      const { key: fileId } = await member.upload('tide.txt', 'text/plain', bytes);
      expect(await member.getDepth()).toBe(computeMetres(TEXT_BYTES));

      await member.call(contract.files.delete, { fileId });
      expect(await member.getDepth()).toBe(0);
    }
  });
});

describe('POST /files/find-copy', () => {
  it("finds only the caller's own recorded files", async () => {
    const [owner, otherMember] = await Promise.all([Member.register(), Member.register()]);
    const bytes = createUniqueText();
    expect(await isHeld(owner, bytes)).toBe(false);

    await owner.upload('tide.txt', 'text/plain', bytes);
    expect([await isHeld(owner, bytes), await isHeld(otherMember, bytes)]).toEqual([true, false]);
    expect(await isHeld(owner, createUniqueText())).toBe(false);
  });

  it.each(['', 'tide', 'ab'.repeat(32), '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=-', 'x#'.repeat(20)])(
    'rejects the checksum "%s"',
    async (checksum) => {
      const member = await Member.register();
      const { status, body } = await member.call(contract.files.findCopy, { checksum });
      expect([status, body.code]).toEqual([400, 'InvalidInput']);
    },
  );
});
