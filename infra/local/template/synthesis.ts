import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Stage } from '../../stage.ts';
import { runTask } from '../process/task-process.ts';
import { parseStack, type Stack } from './template.ts';

export const PROJECT = join(import.meta.dirname, '../../..');

/** CDK context: settings from `cdk.json` or `cdk -c`. */
export type Context = Readonly<Record<string, unknown>>;

/** A synthesised app, without the site and operations stacks. */
export interface Assembly {
  readonly directory: string;
  readonly stacks: readonly Stack[];
  readonly stage: Stage;
}

/** Input of the process that synthesises. */
export interface SynthesisInput {
  readonly directory: string;
  readonly context: Context;
}

/** Describes the assembly for {@link openAssembly}. Stored next to the templates. */
export interface AssemblyContents {
  readonly stacks: readonly { readonly name: string; readonly file: string }[];
  readonly stage: Stage;
}

export const CONTENTS_FILE = 'contents.json';

/** Returns the context of `cdk synth`: cdk.json's and the CLI's own values, with readable function bundles. */
function buildContext(overrides: Context): Context {
  const cdk = z
    .object({ context: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(join(PROJECT, 'cdk.json'), 'utf8')));
  return {
    ...cdk.context,
    'aws:cdk:enable-path-metadata': true,
    'aws:cdk:enable-asset-metadata': true,
    'aws:cdk:version-reporting': false,
    stage: 'local',
    // For any stage: no CloudFront is in front of this cloud to send the origin secret.
    originCheck: 'off',
    bundles: 'readable',
    ...overrides,
  };
}

/**
 * Synthesises the app's stacks into a folder, without site and operations.
 *
 * @throws Error with the CDK's message.
 */
export async function synthesise(directory: string, context: Context): Promise<Assembly> {
  const input: SynthesisInput = { directory, context: buildContext(context) };
  // CDK's validation takes a second. The template's tests run it.
  const environment = { CDK_VALIDATION: 'false' };
  await runTask<void>(new URL('./synthesis-task.ts', import.meta.url), input, environment).catch((error: Error) => {
    throw new Error(`The infrastructure couldn't be synthesised. ${error.message}`);
  });
  return openAssembly(directory);
}

/** Reads an assembly that {@link synthesise} created. Throws if the folder has none. */
export function openAssembly(directory: string): Assembly {
  const read = (file: string) => JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const contents: AssemblyContents = read(CONTENTS_FILE);
  const stacks = contents.stacks.map(({ name, file }) => parseStack(name, read(file)));
  return { directory, stacks, stage: contents.stage };
}
