import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startLocalCloud } from '../../infra/local/cloud.ts';
import { startPaymentProviders } from '../../infra/local/payment-providers.ts';
import type { Closers } from '../../infra/local/process/ports.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { assemblyOf } from './assemblies.ts';
import { findDeployedTarget } from './deployed-target.ts';

/** A running Fathom that the acceptance suite judges, known by its addresses alone. */
export interface Target {
  readonly config: RuntimeConfig;
  /** Whether a new member must be confirmed by an administrator: where the user pool runs no triggers. */
  readonly confirmByAdmin: boolean;
  /** What this target cannot do, and why; tests that need it are skipped by name. */
  readonly lacks: Readonly<Record<string, string>>;
  /** Stand-ins of the payment providers that must run while this target is judged. */
  readonly payments?: {
    readonly directory: string;
    readonly ports: { readonly stripe: number; readonly paypal: number };
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    target: Target;
  }
}

/**
 * The target that `FATHOM_TARGET` names: a file that describes a running one (as `npm run deploy:localstack` writes
 * it), or one of outputs (as `cdk deploy --outputs-file` does); or else a local cloud of its own, started for this run
 * on free ports.
 *
 * @throws Error when a deployed stage does not answer, or must not be judged
 */
export default async function provideTarget(project: TestProject): Promise<() => Promise<void>> {
  const file = process.env.FATHOM_TARGET;
  if (file) {
    const written = JSON.parse(readFileSync(file, 'utf8'));
    const target: Target = 'config' in written ? written : await findDeployedTarget(written);
    console.log(`Judged here: ${target.config.apiUrl}, stage ${target.config.stage}.`);
    for (const [name, reason] of Object.entries(target.lacks)) console.log(`Skipped here, ${name}: ${reason}`);
    project.provide('target', target);
    return startStandIns(target);
  }
  return provideLocalTarget(project, {});
}

async function startStandIns({ payments, config }: Target): Promise<() => Promise<void>> {
  const closers: Closers = [];
  if (payments) {
    const { directory, ports } = payments;
    const kept = (name: string) => join(directory, name);
    await startPaymentProviders({ kept, ports, closers, keys: {}, url: config.apiUrl.replace(/\/api$/, '') });
  }
  return async () => {
    for (const close of closers) await close();
  };
}

/** Starts a local cloud with these settings of the stage, and provides it as the target. */
export async function provideLocalTarget(
  project: TestProject,
  context: Record<string, unknown>,
): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-acceptance-'));
  const assembly = await assemblyOf(context);
  const cloud = await startLocalCloud({ port: 0, directory, seed: false, web: false, context, assembly });
  project.provide('target', { config: cloud.config, confirmByAdmin: false, lacks: {} });
  return async () => {
    await cloud.close();
    rmSync(directory, { recursive: true, force: true });
  };
}
