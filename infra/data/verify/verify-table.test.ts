/**
 * Tests that the verifier continues an interrupted run, verifies an export, and reports no false alarm while members
 * write. The verifier scans the table, compares facts of several items, and reads the items of each finding again.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchGetItemCommand, type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as keys from '../../../lambdas/table/keys.ts';
import { startVerifiedStorage, type VerifiedStorage } from '../../../test/support/verified-storage.ts';
import { exportTable } from '../backup/export-table.ts';
import { Facts, type Finding } from '../items/facts.ts';
import { ADA, BEN, type Community } from './fixture.ts';
import { formatFinding, formatSummary } from './report.ts';
import { type VerifyOptions, verifyTable } from './verify-table.ts';

let storage: VerifiedStorage;
let community: Community;
let fixture: typeof import('./fixture.ts');
let likes: typeof import('../../../lambdas/table/like.ts');
let depths: typeof import('../../../lambdas/table/change-depth.ts');
let follows: typeof import('../../../lambdas/table/follow.ts');
let profiles: typeof import('../../../lambdas/table/profile.ts');
let folder: string;

beforeAll(async () => {
  storage = await startVerifiedStorage();
  [fixture, likes, depths, follows, profiles] = await Promise.all([
    import('./fixture.ts'),
    import('../../../lambdas/table/like.ts'),
    import('../../../lambdas/table/change-depth.ts'),
    import('../../../lambdas/table/follow.ts'),
    import('../../../lambdas/table/profile.ts'),
  ]);

  community = await fixture.createCommunity(storage.objects.client, storage.objects.bucket);
});
afterAll(() => storage.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-verify-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Verifies the table and the bucket. Returns the summary and the formatted findings. */
async function verify(options: Partial<VerifyOptions> = {}) {
  const findings: Finding[] = [];
  const verification = await verifyTable({
    target: storage,
    shards: 1,
    segments: 2,
    wait: async () => {},
    onViolation: (finding) => findings.push(finding),
    ...options,
  });

  return { verification, findings: findings.map(formatFinding) };
}

type Command = { readonly input: object };

/** Wraps the database: `beforeCommand` runs before each command, and scans return few items at a time. */
function intercept(beforeCommand: (command: Command) => Promise<void> | void): VerifiedStorage {
  const send = async (command: Command, ...otherArguments: unknown[]) => {
    await beforeCommand(command);
    if (command instanceof ScanCommand) command.input.Limit = 5;
    return (storage.database.send as (...args: unknown[]) => Promise<unknown>)(command, ...otherArguments);
  };
  const database = new Proxy(storage.database, {
    get: (client, name) => (name === 'send' ? send : Reflect.get(client, name)),
  });
  return { ...storage, database: database as DynamoDBClient };
}

/** Damages three items while a function runs. */
async function whileDamaged<T>(run: () => Promise<T>): Promise<T> {
  const damages = [
    [keys.profileKey(BEN), { followersCount: 500 }],
    [keys.fileKey(community.file), { likeCount: 9 }],
    [keys.commentKey(community.post, community.comments[0]), { expiresAt: 2_000_000_000 }],
  ] as const;
  const intactItems = await Promise.all(damages.map(([key]) => storage.read(key)));

  try {
    for (const [index, [, attributes]] of damages.entries()) {
      await storage.write({ ...intactItems[index]!, ...attributes });
    }
    return await run();
  } finally {
    for (const item of intactItems) await storage.write(item);
  }
}

/** Patterns of the findings about the three damaged items, in alphabetical order. */
const DAMAGE_FINDINGS = [/^expiry: comment /, /^follow-counts: profile /, /^like-counts: file /];

/** Expects exactly the findings about the damaged items. */
const expectDamage = (findings: readonly string[]) => {
  expect(findings.toSorted()).toEqual(DAMAGE_FINDINGS.map((pattern) => expect.stringMatching(pattern)));
};

describe('an interrupted run', () => {
  it('continues after the last stored page, and reports the same findings', async () => {
    await whileDamaged(async () => {
      const workFile = join(folder, 'work.sqlite');
      let scans = 0;

      const interruptAfter = (maxScans: number) =>
        intercept((command) => {
          if (command instanceof ScanCommand && ++scans > maxScans) throw new Error('interrupted');
        });

      const uninterruptedRun = await verify({ target: interruptAfter(Number.POSITIVE_INFINITY) });
      const neededScans = scans;
      const scansBeforeInterruption = [4, 3, 5];
      for (const maxScans of scansBeforeInterruption) {
        scans = 0;
        await expect(verify({ target: interruptAfter(maxScans), workFile })).rejects.toThrow('interrupted');
      }

      scans = 0;
      const target = interruptAfter(Number.POSITIVE_INFINITY);
      const { verification, findings } = await verify({ target, workFile });

      // Two segments run in parallel, so an interruption can lose one page of the other segment.
      const storedPages = scansBeforeInterruption.reduce((sum, scanCount) => sum + scanCount - 2, 0);
      expect(scans).toBeLessThanOrEqual(neededScans - storedPages);
      expect(verification).toEqual(uninterruptedRun.verification);
      expectDamage(findings);
      expect(existsSync(workFile)).toBe(false);
    });
  });

  it('continues with the findings that were not read again yet', async () => {
    await whileDamaged(async () => {
      const workFile = join(folder, 'work.sqlite');
      const target = intercept((command) => {
        if (command instanceof BatchGetItemCommand) throw new Error('interrupted');
      });
      await expect(verify({ target, workFile })).rejects.toThrow('interrupted');

      const lines: string[] = [];
      const { findings } = await verify({ workFile, onProgress: (line) => lines.push(line) });
      expect(lines[0]).toBe('Continues an interrupted run.');
      expect(lines.filter((line) => / items read$/.test(line))).toEqual([]);
      expectDamage(findings);
    });
  });

  it('rejects the work file of a run with other options, unless restart is set', async () => {
    const workFile = join(folder, 'work.sqlite');
    const target = intercept(() => {
      throw new Error('interrupted');
    });

    await expect(verify({ target, workFile })).rejects.toThrow('interrupted');
    await expect(verify({ workFile, segments: 3 })).rejects.toMatchObject({ name: 'WorkFileMismatchError' });

    const { findings } = await verify({ workFile, segments: 3, restart: true });
    expect(findings).toEqual([]);
  });

  it('rejects the work file of a version that stored other facts', async () => {
    const workFile = join(folder, 'work.sqlite');
    const facts = new Facts(workFile);
    // The options of `verify`, as earlier versions stored them: without the columns of facts.
    facts.setSetting('identity', JSON.stringify(['table', storage.tableName, storage.objects.bucket, 2, 1]));
    facts.close();

    await expect(verify({ workFile })).rejects.toMatchObject({ name: 'WorkFileMismatchError' });
  });
});

describe('writes during the run', () => {
  /**
   * Changes values that several items must agree about.
   *
   * Deletes nothing, because dynoxide ends a scan early if the last item of a page is deleted before the next page.
   */
  async function changeCommunity(): Promise<void> {
    const userId = `guest-${++guests}`;
    await profiles.createProfile({ userId, email: '', username: 'Lovelace' });
    await depths.changeDepth({ userId: ADA, source: 'test', sourceId: userId, bytes: 10, purchasedCm: 0 });
    await fixture.addCommentTo(community.post);
    await fixture.addMessage(BEN, ADA);

    const guest = await fixture.readProfile(userId);
    await likes.setLike(guest, keys.postKey(community.post), { liked: true });
    await depths.changeDepth({ userId, source: 'test', sourceId: 'rise', bytes: 1_000_000, purchasedCm: 0 });
    await follows.follow(await fixture.readProfile(userId), BEN);
    await fixture.publishPicture(ADA, { key: await storePicture(ADA), size: 7 });
    await fixture.countInHistogram([ADA, userId]);
  }
  let guests = 0;

  /** Stores the picture of a new post. Returns its key. */
  async function storePicture(userId: string): Promise<string> {
    const { client, bucket: Bucket } = storage.objects;
    const Key = `posts/${userId}/${ulid()}/holiday photo.png`;
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'picture' }));
    return Key;
  }

  it('writes between pages of the scan cause no false alarm', async () => {
    const maxWrites = 12;
    let pages = 0;
    const target = intercept(async (command) => {
      // Only the repeated reads have a filter.
      if (!(command instanceof ScanCommand) || command.input.FilterExpression || ++pages > maxWrites) return;
      await changeCommunity();
    });
    const { verification, findings } = await verify({ target, segments: 1 });

    expect(findings).toEqual([]);
    expect(pages).toBeGreaterThan(maxWrites);
    expect(verification.cleared).toBeGreaterThan(0);
    expect(verification.unsettled).toBe(0);
  });

  it('writes between the reads of a finding cause no false alarm', async () => {
    // The profile is read after its ledger, so each of the first three reads sees half of a change.
    let reads = 0;
    const entry = await storage.read(keys.ledgerKey(BEN, 'test', 'one'));
    const target = intercept(async (command) => {
      if (!(command instanceof BatchGetItemCommand)) return;
      // Repairs the finding of the scan before its first repeated read.
      if (++reads === 1) await storage.write(entry);
      if (reads > 3) return;
      await depths.changeDepth({ userId: BEN, source: 'test', sourceId: `torn ${reads}`, bytes: 10, purchasedCm: 0 });
    });

    await storage.remove(entry);
    const { verification, findings } = await verify({ target });
    await fixture.countInHistogram([BEN]);

    expect(findings).toEqual([]);
    expect(reads).toBeGreaterThan(3);
    expect(verification).toMatchObject({ violations: 0, unsettled: 0 });
  });

  it('writes at every read of a finding leave it unsettled', async () => {
    const ben = await storage.read(keys.profileKey(BEN));
    let followersCount = 100;
    const target = intercept(async (command) => {
      if (command instanceof BatchGetItemCommand) await storage.write({ ...ben, followersCount: followersCount++ });
    });

    await storage.write({ ...ben, followersCount: 99 });
    const { verification, findings } = await verify({ target });
    await storage.write(ben);

    expect(findings).toEqual([]);
    expect(verification).toMatchObject({ violations: 0, unsettled: 1 });
    expect(formatSummary(verification)).toContain('1 findings kept changing');
  });

  it('writes of other items do not hide a violation', async () => {
    await whileDamaged(async () => {
      const target = intercept(async (command) => {
        if (command instanceof BatchGetItemCommand) await fixture.addCommentTo(community.post);
      });
      expectDamage((await verify({ target })).findings);
    });
  });
});

describe('an export', () => {
  it('verifies an export without a table, and continues after an interruption', async () => {
    await whileDamaged(async () => {
      const exportDirectory = join(folder, 'export');
      await exportTable(storage.database, { tableName: storage.tableName, directory: exportDirectory, segments: 3 });
      const { findings, verification } = await verify({ target: { exportDirectory } });
      expectDamage(findings);
      expect(verification.objects).toBeUndefined();
      expect(verification.results.map(({ name }) => name)).not.toContain('file-object');

      const workFile = join(folder, 'work.sqlite');
      let pages = 0;
      const onProgress = () => {
        if (++pages === 2) throw new Error('interrupted');
      };
      await expect(verify({ target: { exportDirectory }, workFile, onProgress })).rejects.toThrow('interrupted');

      const continuedRun = await verify({ target: { exportDirectory }, workFile });
      expect(continuedRun.verification).toEqual(verification);
    });
  });
});
