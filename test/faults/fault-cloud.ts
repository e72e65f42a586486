import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from '../../infra/local/cloud.ts';
import { contract } from '../../shared/contract/contract.ts';
import { assemblyOf } from '../support/assemblies.ts';
import { type Member, speakTo } from '../support/member.ts';

/** How long an event may be on its way, on a busy machine. */
export const PATIENCE = { timeout: 20_000 };

interface FaultCloud {
  readonly cloud: LocalCloud;
  /** Holds the cloud's state and logs. */
  readonly directory: string;
  /** Closes the cloud and starts it again on the same state. */
  restart(): Promise<LocalCloud>;
}

/** Starts an empty cloud for the tests of one file, which they may break. It is closed after the last test. */
export async function startFaultCloud(
  settings: Pick<LocalCloudOptions, 'context' | 'providerPatience'> = {},
): Promise<FaultCloud> {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-faults-'));
  const assembly = await assemblyOf(settings.context);
  let cloud: LocalCloud;
  const start = async () => {
    cloud = await startLocalCloud({ ...settings, port: 0, directory, seed: false, web: false, assembly });
    speakTo({ config: cloud.config, confirmByAdmin: false, lacks: {} });
    return cloud;
  };
  const restart = async () => {
    await cloud.close();
    return start();
  };
  afterAll(async () => {
    await cloud.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return { cloud: await start(), directory, restart };
}

/** Returns the newest entries of a member's ledger, the newest first. */
export async function ledgerOf(member: Member) {
  return (await member.call(contract.account.depthLog, { limit: 100 })).body.entries;
}

/** Waits until the ledger holds these changes in metres, in this order, and expects the depth to be their sum. */
export async function expectLedger(member: Member, changes: readonly number[]): Promise<void> {
  const stored = async () => (await ledgerOf(member)).map(({ change }) => change).toReversed();
  await expect.poll(stored, PATIENCE).toEqual(changes);
  const sum = changes.reduce((total, change) => total + change, 0);
  expect(await member.depth()).toBeCloseTo(sum, 6);
}
