import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalCloud } from '../../infra/local/cloud.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { getAssembly } from './assemblies.ts';
import { serveMails } from './mails.ts';

/** Starts a local cloud with a stage that verifies the emails of new members. */
export async function startVerifyingTarget(): Promise<{
  readonly config: RuntimeConfig;
  readonly mailsUrl: string;
  stop(): Promise<void>;
}> {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-verifying-'));
  const context = { emailVerification: 'required' };
  const assembly = await getAssembly(context);
  const cloud = await startLocalCloud({ port: 0, directory, seed: false, web: false, context, assembly });
  const mails = await serveMails(cloud.mails);

  return {
    config: cloud.config,
    mailsUrl: mails.url,
    stop: async () => {
      mails.close();
      await cloud.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
