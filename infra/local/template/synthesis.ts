import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Stage } from '../../stage.ts';
import { runTask } from '../process/task-process.ts';
import { parseStack, type Stack } from './template.ts';

export const PROJECT = join(import.meta.dirname, '../../..');

/** What the command line's context files and flags would add to an app. */
export type Context = Readonly<Record<string, unknown>>;

/** A synthesised app, without the site and operations stacks. */
export interface Assembly {
  readonly directory: string;
  readonly stacks: readonly Stack[];
  readonly stage: Stage;
}

/** What the synthesising process is told. */
export interface SynthesisInput {
  readonly directory: string;
  readonly context: Context;
}

/** What it leaves beside the templates, for whoever opens the folder. */
export interface AssemblyContents {
  readonly stacks: readonly { readonly name: string; readonly file: string }[];
  readonly stage: Stage;
}

/** The file of the folder that holds them. */
export const CONTENTS = 'contents.json';

/**
 * The context that makes the app synthesise what `cdk synth` would, but for the functions' code, which is as its sources
 * are: cdk.json's own, and what the command line adds by itself.
 */
function localContext(overrides: Context): Context {
  const cdk = z
    .object({ context: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(join(PROJECT, 'cdk.json'), 'utf8')));
  return {
    ...cdk.context,
    'aws:cdk:enable-path-metadata': true,
    'aws:cdk:enable-asset-metadata': true,
    'aws:cdk:version-reporting': false,
    stage: 'local',
    // Whichever stage it is: no distribution stands before this cloud, to show the secret of the site.
    originCheck: 'off',
    bundles: 'readable',
    ...overrides,
  };
}

/**
 * Synthesises the app's stacks, but for site and operations, into a folder.
 *
 * @throws Error with what the CDK said.
 */
export async function synthesise(directory: string, context: Context): Promise<Assembly> {
  const input: SynthesisInput = { directory, context: localContext(context) };
  // The template's linter takes a second, and runs wherever the template is tested.
  const environment = { CDK_VALIDATION: 'false' };
  await runTask<void>(new URL('./synthesis-task.ts', import.meta.url), input, environment).catch((error: Error) => {
    throw new Error(`The infrastructure could not be synthesised. ${error.message}`);
  });
  return openAssembly(directory);
}

/**
 * Reads what {@link synthesise} has left in a folder.
 *
 * @throws Error when there is nothing of the kind.
 */
export function openAssembly(directory: string): Assembly {
  const read = (file: string) => JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const contents: AssemblyContents = read(CONTENTS);
  const stacks = contents.stacks.map(({ name, file }) => parseStack(name, read(file)));
  return { directory, stacks, stage: contents.stage };
}
