import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Stage } from '../stage.ts';
import { parseStack, type Stack } from './template.ts';

export const PROJECT = join(import.meta.dirname, '../..');

/** What the command line's context files and flags would add to an app. */
export type Context = Readonly<Record<string, unknown>>;

/** A synthesised app, without the site stack. */
export interface Assembly {
  readonly directory: string;
  readonly stacks: readonly Stack[];
  readonly stage: Stage;
}

/** The message of the thread that synthesises. */
export interface SynthesisResult {
  readonly stacks?: readonly { name: string; file: string }[];
  readonly stage?: Stage;
  readonly error?: string;
}

/**
 * The context that makes the app synthesise what `cdk synth` would, byte for byte: cdk.json's own, and what the
 * command line adds by itself.
 */
export function localContext(overrides: Context): Context {
  const cdk = z
    .object({ context: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(join(PROJECT, 'cdk.json'), 'utf8')));
  return {
    ...cdk.context,
    'aws:cdk:enable-path-metadata': true,
    'aws:cdk:enable-asset-metadata': true,
    'aws:cdk:version-reporting': false,
    stage: 'local',
    ...overrides,
  };
}

/**
 * Synthesises the app's storage and api stacks into a folder. It happens in a thread of its own: the other services
 * start meanwhile, and the hundred megabytes that the CDK takes are given back.
 */
export async function synthesise(directory: string, context: Context): Promise<Assembly> {
  const worker = new Worker(new URL('./synthesis-worker.ts', import.meta.url), {
    workerData: { directory, context: localContext(context) },
    // The template's linter takes a second, and runs wherever the template is tested.
    env: { ...process.env, CDK_VALIDATION: 'false' },
    execArgv: [],
  });
  const result = await new Promise<SynthesisResult>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`Synthesis ended with code ${code} and no template.`)));
  }).finally(() => worker.terminate());
  if (!result.stacks || !result.stage) throw new Error(`The infrastructure could not be synthesised. ${result.error}`);
  const stacks = result.stacks.map(({ name, file }) => parseStack(name, JSON.parse(readFileSync(file, 'utf8'))));
  return { directory, stacks, stage: result.stage };
}
