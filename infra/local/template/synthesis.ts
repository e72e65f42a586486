import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Stage } from '../../stage.ts';
import { runTask } from '../process/task-process.ts';
import { type BuildSources, COMMON_SOURCES, getBuildEnvironment } from '../state/source-hash.ts';
import { parseStack, type Stack } from './template.ts';

/** The repository's root folder. */
export const PROJECT = join(import.meta.dirname, '../../..');

/** The stage's name in `stage` (default: `local`), and settings that replace those of the stage's file. */
export type Context = Readonly<Record<string, unknown>>;

/** A synthesized app, without the site and operations stacks. */
export interface Assembly {
  readonly directory: string;
  readonly stacks: readonly Stack[];
  readonly stage: Stage;
}

/** Input of the process that synthesizes. */
export interface SynthesisInput {
  readonly directory: string;
  /** The CDK's own context, not the `Context` of this file. */
  readonly cdkContext: Readonly<Record<string, unknown>>;
  readonly stageName: string;
  /** Settings that replace those of the stage's file. */
  readonly overrides: Readonly<Record<string, unknown>>;
}

/** Describes the assembly for {@link openAssembly}. Stored next to the templates. */
export interface AssemblyContents {
  readonly stacks: readonly { readonly name: string; readonly file: string }[];
  readonly stage: Stage;
}

/** The file of {@link AssemblyContents}. */
export const CONTENTS_FILE = 'contents.json';

/** Returns the context of `cdk synth`: the values of cdk.json and of the CLI, with readable function bundles. */
function buildCdkContext(): Readonly<Record<string, unknown>> {
  const cdk = z
    .object({ context: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(join(PROJECT, 'cdk.json'), 'utf8')));
  return {
    ...cdk.context,
    // The local cloud finds constructs and code folders by this metadata.
    'aws:cdk:enable-path-metadata': true,
    'aws:cdk:enable-asset-metadata': true,
    'aws:cdk:version-reporting': false,
    bundles: 'readable',
  };
}

/** Settings of every stage in this cloud. */
const LOCAL_SETTINGS = {
  // No CloudFront is in front of this cloud to send the origin secret.
  originCheck: false,
  // The local SES accepts any address.
  mailSender: 'crew@fathom.example',
  // The operations stack isn't deployed.
  alarmEmail: 'crew@fathom.example',
};

/**
 * Synthesizes the app's stacks into a folder, without site and operations.
 *
 * @throws Error with the CDK's message.
 */
export async function synthesize(directory: string, context: Context): Promise<Assembly> {
  const input: SynthesisInput = { directory, ...buildSettings(context) };
  // Skips the CDK's validation, which takes a second. The template's tests run it.
  const environment = { ...getBuildEnvironment(), CDK_VALIDATION: 'false' };
  await runTask<void>(new URL('./synthesis-task.ts', import.meta.url), input, environment).catch((error: Error) => {
    throw new Error(`The infrastructure couldn't be synthesized. ${error.message}`);
  });
  return openAssembly(directory);
}

function buildSettings({ stage = 'local', ...overrides }: Context): Omit<SynthesisInput, 'directory'> {
  return { cdkContext: buildCdkContext(), stageName: String(stage), overrides: { ...LOCAL_SETTINGS, ...overrides } };
}

/** Returns the sources that determine the output of {@link synthesize}. */
export function getAssemblySources(context: Context): BuildSources {
  return { project: PROJECT, paths: ASSEMBLY_PATHS, settings: buildSettings(context) };
}

/** The files of the CDK app and of the functions. The local cloud's own files don't change the output. */
const ASSEMBLY_PATHS = [
  ...COMMON_SOURCES,
  'shared',
  'lambdas',
  ...readdirSync(join(PROJECT, 'infra'))
    .filter((name) => name !== 'local')
    .map((name) => `infra/${name}`),
  'infra/local/template',
  'infra/local/process',
  'infra/local/state',
];

/** Reads an assembly that {@link synthesize} created. Throws if the folder has none. */
export function openAssembly(directory: string): Assembly {
  const read = (file: string) => JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const contents: AssemblyContents = read(CONTENTS_FILE);
  const stacks = contents.stacks.map(({ name, file }) => parseStack(name, read(file)));
  return { directory, stacks, stage: contents.stage };
}
