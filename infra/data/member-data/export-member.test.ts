/**
 * Tests of `npm run member-data`, which exports what is stored about one member, or deletes the member. The fixture's
 * community has the members Ada and Ben, and Cleo, whose deleted account is purged.
 */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminGetUserCommand,
  type CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { type AttributeValue, paginateScan } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ITEM_TYPES, type ItemTypeName } from '../../../lambdas/table/item-types.ts';
import { startVerifiedStorage, type VerifiedStorage } from '../../../test/support/verified-storage.ts';
import { ITEM_DEFINITIONS } from '../items/definitions.ts';
import { findItemType } from '../items/item-checks.ts';
import { toPlainItem } from '../items/plain-item.ts';
import { ADA, BEN, CLEO } from '../verify/fixture.ts';
import { exportMember } from './export-member.ts';

let storage: VerifiedStorage;
let directory: string;

beforeAll(async () => {
  storage = await startVerifiedStorage();

  const { createCommunity } = await import('../verify/fixture.ts');
  await createCommunity(storage.objects.client, storage.objects.bucket);

  const { editCredentials } = await import('../../../lambdas/table/credentials.ts');
  await editCredentials(ADA, {
    recoveryCodes: ['digest-one', 'digest-two'],
    acceptedCode: { digest: 'digest-three', validUntil: 1 },
    pendingRecovery: 'digest-four',
    pendingEmail: 'new@fathom.example',
  });

  const { storeUnclaimed } = await import('../../../lambdas/table/unclaimed-payment.ts');
  const payment = { provider: 'stripe', cents: 1, returnedCents: 0, currency: 'usd', reason: 'too late' } as const;
  await storeUnclaimed({ ...payment, paymentId: 'pi_late', userId: ADA });
});
afterAll(() => storage.stop());

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-member-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A user pool with Ada, who has three devices on two pages. */
const cognito = {
  send: async (command: { input: { Username: string; PaginationToken?: string } }) => {
    if (command.input.Username !== ADA) throw new UserNotFoundException({ $metadata: {}, message: 'unknown' });
    if (command instanceof AdminGetUserCommand) return { $metadata: {}, Username: ADA, UserStatus: 'CONFIRMED' };
    if (command.input.PaginationToken) return { Devices: [{ DeviceKey: 'three' }] };
    return { Devices: [{ DeviceKey: 'one' }, { DeviceKey: 'two' }], PaginationToken: 'page 2' };
  },
} as unknown as CognitoIdentityProviderClient;

/** Exports a member's data into the test's directory. */
const runExport = (userId: string) =>
  exportMember(
    {
      database: storage.database,
      tableName: storage.tableName,
      cognito,
      userPoolId: 'pool',
      s3: storage.objects.client,
      bucketName: storage.objects.bucket,
    },
    { userId, directory },
  );

/** Reads a file of the export. */
const readJson = (path: string) => JSON.parse(readFileSync(join(directory, path), 'utf8'));

type ExportedItem = Record<string, unknown> & { pk: string; sk: string };

/** Reads the exported items of all types. */
const readItems = (): ExportedItem[] => globSync('items/*.json', { cwd: directory }).flatMap((file) => readJson(file));

/** Types whose items can name a member although they are the data of another member: the other side of an edge. */
const OTHER_SIDE: readonly ItemTypeName[] = ['following', 'follower', 'inboxRow', 'sentMessage'];

describe('exportMember', () => {
  it('exports every item that names the member, except data of other members', async () => {
    await runExport(ADA);
    const exportedKeys = new Set(readItems().map(({ pk, sk }) => `${pk} ${sk}`));
    const missingItems: string[] = [];

    for await (const { Items = [] } of paginateScan({ client: storage.database }, { TableName: storage.tableName })) {
      for (const rawItem of Items as Record<string, AttributeValue>[]) {
        const item = toPlainItem(rawItem);
        const type = findItemType(item)!;
        const namesMember = JSON.stringify(item).includes(ADA);
        const isOtherSide = OTHER_SIDE.includes(type) && !item.pk.endsWith(`#${ADA}`);

        if (!namesMember || isOtherSide || 'notExportedBecause' in ITEM_DEFINITIONS[type].export) continue;
        if (!exportedKeys.has(`${item.pk} ${item.sk}`)) missingItems.push(`${type} ${item.pk} ${item.sk}`);
      }
    }

    expect(missingItems).toEqual([]);
  });

  it('counts the exported items of every type that belongs to the member', async () => {
    const { items } = await runExport(ADA);

    // The community has items of every type. Ada has all types that belong to members, except comments and followers.
    const expectedTypes = Object.keys(ITEM_TYPES).filter(
      (type) => 'in' in ITEM_DEFINITIONS[type as ItemTypeName].export && !['comment', 'follower'].includes(type),
    );
    expect(Object.keys(items).toSorted()).toEqual(expectedTypes.toSorted());
    // Ada sent two messages, and Ben sent one.
    expect(items.message).toBe(2 + 1);
  });

  it('exports comments and followers', async () => {
    const { items } = await runExport(BEN);

    // Ben wrote three comments, and one was deleted. Ada follows him.
    expect(items).toMatchObject({ comment: 3 - 1, follower: 1 });
  });

  it('exports no data of other members', async () => {
    await runExport(BEN);

    expect(readItems().filter((item) => JSON.stringify(item).includes(`${ADA}@fathom.example`))).toEqual([]);
    // One unclaimed payment is Ada's, and the other names no member.
    expect(readItems().filter(({ pk }) => pk === 'UNCLAIMED')).toEqual([]);
    // All objects are Ada's.
    expect(existsSync(join(directory, 'objects'))).toBe(false);
  });

  it('exports objects byte by byte, under their keys', async () => {
    const { objects } = await runExport(ADA);

    const { client, bucket } = storage.objects;
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    // Renditions (smaller pictures) are not exported, because functions make them from files.
    const objectsOfAda = Contents.filter(({ Key }) => Key!.includes(`/${ADA}/`) && !Key!.startsWith('renditions/'));

    // Two files, the profile picture, and the picture of a post.
    expect(objectsOfAda).toHaveLength(4);
    expect(objects).toBe(objectsOfAda.length);
    for (const { Key, Size } of objectsOfAda) expect(statSync(join(directory, 'objects', Key!)).size).toBe(Size);

    const [file] = readJson('items/file.json');
    expect(readFileSync(join(directory, 'objects', file.key))).toHaveLength(file.size);
  });

  it('exports the sign-in data with all devices into a file that only its owner can read', async () => {
    expect(await runExport(ADA)).toMatchObject({ signIn: true });

    expect(readJson('sign-in.json')).toEqual({
      Username: ADA,
      UserStatus: 'CONFIRMED',
      devices: [{ DeviceKey: 'one' }, { DeviceKey: 'two' }, { DeviceKey: 'three' }],
    });
    expect(readJson('summary.json')).toMatchObject({ member: ADA, signIn: true });
    expect(statSync(join(directory, 'sign-in.json')).mode & 0o777).toBe(0o600);
  });

  it('exports the number of recovery codes, and no digest of a code', async () => {
    await runExport(ADA);

    const credentials = readJson('items/credentials.json');
    expect(credentials).toMatchObject([{ recoveryCodes: 2, pendingEmail: 'new@fathom.example' }]);
    expect(JSON.stringify(credentials)).not.toContain('digest');
  });

  it('exports the remaining data of a deleted member', async () => {
    // A tombstone, and the entries of a payment and its refund.
    expect(await runExport(CLEO)).toEqual({ items: { profile: 1, ledgerEntry: 2 }, objects: 0, signIn: false });
    expect(readJson('items/profile.json')).toMatchObject([{ userId: CLEO, deletedAt: expect.any(String) }]);
  });

  it('rejects an unknown member', async () => {
    await expect(runExport('member-x')).rejects.toThrow('Nothing is stored about member-x');
  });

  it('rejects a folder with files', async () => {
    writeFileSync(join(directory, 'old.json'), '');
    await expect(runExport(ADA)).rejects.toThrow('is not empty');
  });
});

describe('deleteMember', () => {
  it('deletes an account like its owner, even if it is repeated', async () => {
    const userId = 'dan-0000-4000';
    const { createProfile } = await import('../../../lambdas/table/profile.ts');
    const { editCredentials } = await import('../../../lambdas/table/credentials.ts');
    await createProfile({ userId, email: `${userId}@fathom.example`, username: 'Dan' });
    await editCredentials(userId, { pendingEmail: 'next@fathom.example' });

    const { deleteMember } = await import('./delete-member.ts');
    for (let attempt = 0; attempt < 2; attempt++) await deleteMember({ cognito, userPoolId: 'pool' }, userId);

    // The account is hidden immediately. Its other items stay until the purge.
    expect(await runExport(userId)).toMatchObject({ items: { profile: 1, credentials: 1 } });
    expect(readJson('items/profile.json')).toMatchObject([{ userId, deletedAt: expect.any(String) }]);
  });
});
