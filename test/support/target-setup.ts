import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startLocalCloud } from '../../infra/local/cloud.ts';
import { startPaymentProviders } from '../../infra/local/payment-providers.ts';
import type { Closers } from '../../infra/local/process/ports.ts';
import { getAssembly } from './assemblies.ts';
import { findDeployedTarget } from './deployed-target.ts';
import { serveMails } from './mails.ts';
import { LAG_MS, StaleDatabase } from './stale-database.ts';
import type { Target } from './target.ts';

/** Shards of the depth index in the project `sharded`. Other targets use the stage's setting. */
const SHARDS = 8;

/**
 * Global setup: provides the target of a test run.
 *
 * `FATHOM_TARGET` may name a file: the description of a target (which `npm run deploy:localstack` writes) or the
 * outputs of a deployment (which `cdk deploy --outputs-file` writes). Without it, this starts a local cloud for the
 * run, on free ports.
 *
 * @returns a function that stops the servers that this has started
 * @throws Error if a deployed stage isn't reachable, or must not be tested
 */
export default async function provideTarget(project: TestProject): Promise<() => Promise<void>> {
  if (project.name === 'stale-reads') return provideStaleTarget(project);
  if (project.name === 'sharded') return provideLocalTarget(project, { depthIndexShards: SHARDS });
  const file = process.env.FATHOM_TARGET;
  if (!file) return provideLocalTarget(project, {});

  const content = JSON.parse(readFileSync(file, 'utf8'));
  const target: Target = 'config' in content ? content : await findDeployedTarget(content);
  console.log(`Target: ${target.config.apiUrl}, stage ${target.config.stage}.`);
  for (const [name, reason] of Object.entries(target.unsupported)) console.log(`Skips ${name} tests: ${reason}`);
  project.provide('target', target);

  return startLocalProviders(target);
}

/** The providers of this process, which all projects of a run share. Each project has its own copy of this module. */
const globals = globalThis as {
  fathomProviders?: { readonly start: Promise<Closers>; projectCount: number } | undefined;
};

/**
 * Starts the local Stripe and the local PayPal of a target, unless another project of the run has started them.
 *
 * @returns a function that stops them when no project uses them any more
 */
async function startLocalProviders(target: Target): Promise<() => Promise<void>> {
  globals.fathomProviders ??= { start: startProviders(target), projectCount: 0 };
  const providers = globals.fathomProviders;
  providers.projectCount += 1;
  const closers = await providers.start;

  return async () => {
    providers.projectCount -= 1;
    if (providers.projectCount > 0) return;
    globals.fathomProviders = undefined;
    for (const close of closers) await close();
  };
}

async function startProviders({ payments, config }: Target): Promise<Closers> {
  if (!payments) return [];

  const { directory, ports } = payments;
  const closers: Closers = [];
  await startPaymentProviders({
    statePath: (name: string) => join(directory, name),
    ports,
    closers,
    keys: {},
    url: config.apiUrl.replace(/\/api$/, ''),
  });

  return closers;
}

/** Starts a local cloud whose eventually consistent reads are a second behind. */
async function provideStaleTarget(project: TestProject): Promise<() => Promise<void>> {
  const database = new StaleDatabase();
  process.env.AWS_ENDPOINT_URL_DYNAMODB = await database.start();

  try {
    const stop = await provideLocalTarget(project, {}, { lagMs: LAG_MS });
    return async () => {
      await stop();
      await database.close();
    };
  } finally {
    // Only this cloud uses the proxy.
    delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
  }
}

/** Starts a local cloud with these settings of the stage, and provides it as the target. */
async function provideLocalTarget(
  project: TestProject,
  context: Record<string, unknown>,
  properties: Partial<Target> = {},
): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-acceptance-'));
  const assembly = await getAssembly(context);
  const cloud = await startLocalCloud({ port: 0, directory, seed: false, web: false, context, assembly });
  const mails = await serveMails(cloud.mails);

  const target = { config: cloud.config, confirmByAdmin: false, unsupported: {}, mailsUrl: mails.url };
  project.provide('target', { ...target, ...properties });

  return async () => {
    mails.close();
    await cloud.close();
    rmSync(directory, { recursive: true, force: true });
  };
}
