/** Tests of the command `npm run verify-table`: its exit codes and what it prints. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Community } from '../infra/data/verify/fixture.ts';
import * as keys from '../lambdas/table/keys.ts';
import { startVerifiedStorage, type VerifiedStorage } from '../test/support/verified-storage.ts';

let storage: VerifiedStorage;
let community: Community;
let ben: string;

beforeAll(async () => {
  storage = await startVerifiedStorage();
  // The fixture reads the table's name when it loads, so load it after the table has started.
  const { BEN, createCommunity } = await import('../infra/data/verify/fixture.ts');
  ben = BEN;
  community = await createCommunity(storage.objects.client, storage.objects.bucket);
});
afterAll(() => storage.stop());

/** Runs the command. Returns its exit code and its output. */
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'verify-table.ts'), ...args]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );

/** Returns the option that keeps the facts of a run in the test's folder. */
const buildWorkFileOption = () => ['--work-file', join(storage.directory, 'work.sqlite')];

/** Writes the file by which `--local` finds a running local cloud. It names this test's table and bucket. */
async function writeOutputs(): Promise<void> {
  const { client, bucket } = storage.objects;
  const { hostname, port, path } = await client.config.endpoint!();

  const environment = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'LOCAL1',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_DYNAMODB: process.env.AWS_ENDPOINT_URL_DYNAMODB,
    AWS_ENDPOINT_URL_S3: `http://${hostname}:${port}${path}`,
  };
  const outputs = { environment, tableName: storage.tableName, bucketName: bucket, shards: 1 };
  writeFileSync(join(storage.directory, 'outputs.json'), JSON.stringify(outputs));
}

/** Damages an item by replacing attributes. */
async function damage(key: { readonly pk: string; readonly sk: string }, attributes: object): Promise<void> {
  await storage.write({ ...(await storage.read(key)), ...attributes });
}

describe('npm run verify-table', () => {
  it('exits with 0 or 1, and prints a line per violation and a summary', async () => {
    await writeOutputs();

    const intactRun = await run('--local', storage.directory, ...buildWorkFileOption());
    expect(intactRun).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Verifies \S+: about \d+ items\.\n$/) });
    expect(intactRun.stdout).toMatch(/\d+ items\. \d+ objects\. 0 violations\./);

    await damage(keys.profileKey(ben), { followersCount: 500 });
    await damage(keys.fileKey(community.file), { likeCount: 9 });
    await damage(keys.commentKey(community.post, community.comments[0]), { expiresAt: 2_000_000_000 });

    const damagedRun = await run('--local', storage.directory, ...buildWorkFileOption());
    expect(damagedRun.code).toBe(1);
    expect(damagedRun.stdout).toMatch(/^follow-counts: profile USER#ben\S* PROFILE: expected \d+ followers/m);
    expect(damagedRun.stdout).toMatch(/^like-counts +\d+ +1$/m);
  });

  it('exits with 2 if it cannot verify', async () => {
    expect(await run('--local', join(storage.directory, 'missing'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Start the local cloud'),
    });
    // The folder has no export.
    expect(await run('--export', storage.directory, ...buildWorkFileOption())).toMatchObject({ code: 2 });
    expect(await run()).toMatchObject({ code: 2 });
  });

  it('prints help', async () => {
    expect((await run('--help')).stdout).toContain('--segments');
  });
});
