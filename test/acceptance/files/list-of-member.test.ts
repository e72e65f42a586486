/** Tests of the list of a member's files: visibility and cursors. */
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { lowerDepth, raiseDepthByUpload } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { readAllPages } from '../../support/pages.ts';

let highMember: Member;
let newcomer: Member;
/** Has one file at depth 0, two at 2 cm, and then one at depth 0 again, where the owner is now. */
let owner: Member;

async function upload(member: Member, ...names: string[]): Promise<void> {
  for (const name of names) await member.upload(`${name}.txt`, 'text/plain', Buffer.from(name));
}

const listFiles = (viewer: Member, { userId }: Member, query: { limit?: number; cursor?: string } = {}) =>
  viewer.call(contract.files.listOfMember, { userId, ...query });

const readNames = async (viewer: Member, member: Member) =>
  (await listFiles(viewer, member, { limit: 50 })).body.files.map(({ fileName }) => fileName);

beforeAll(async () => {
  [highMember, newcomer, owner] = await Promise.all([Member.register(), Member.register(), Member.register()]);
  await newcomer.ensureProfile();
  await raiseDepthByUpload(highMember, 3);
  await upload(owner, 'low');
  const uploadedFile = await raiseDepthByUpload(owner, 2);
  await upload(owner, 'high', 'high too');
  await lowerDepth(owner, uploadedFile);
  await upload(owner, 'low too');
});

describe('GET /users/{userId}/files', () => {
  it('hides files above the viewer, and shows them to higher viewers and their owner', async () => {
    const allNames = ['low too.txt', 'high too.txt', 'high.txt', 'low.txt'];
    expect(await readNames(highMember, owner)).toEqual(allNames);
    expect(await readNames(owner, owner)).toEqual(allNames);
    expect(await readNames(newcomer, owner)).toEqual(['low too.txt', 'low.txt']);
  });

  it.each([1, 2, 50])('returns every visible file once in pages of %i, and no empty page', async (limit) => {
    const expectedNames = ['low too.txt', 'low.txt'];
    const pages = await readAllPages(async (after) => {
      const { body } = await listFiles(newcomer, owner, { limit, ...after });
      return [body.files, body.cursor];
    });

    expect(pages.flat().map(({ fileName }) => fileName)).toEqual(expectedNames);
    expect(pages.length).toBe(Math.ceil(expectedNames.length / limit));
  });

  it('returns an empty list for a member without files', async () => {
    expect((await listFiles(highMember, newcomer)).body).toEqual({ success: true, files: [], cursor: null });
  });

  it('rejects cursors of another viewer, member, or list', async () => {
    const cursor = (await listFiles(highMember, owner, { limit: 1 })).body.cursor!;
    const attempts = [
      listFiles(owner, owner, { cursor }),
      listFiles(highMember, newcomer, { cursor }),
      highMember.call(contract.posts.listOfMember, { userId: owner.userId, cursor }),
      listFiles(highMember, owner, { cursor: 'nonsense' }),
    ];

    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.code]).toEqual([400, 'InvalidCursor']);
    }
  });

  it('returns 404 for an unknown member', async () => {
    const { status, body } = await highMember.call(contract.files.listOfMember, { userId: 'unknown-member' });
    expect([status, body.code, body.error]).toEqual([404, 'NotFound', 'User not found']);
  });
});
