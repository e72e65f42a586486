import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateLambdaEntries, writeBundles } from '../lambda-bundles.ts';
import { createSourceMapFinder, type DeployedCode } from './deployed-code.ts';
import { resolveStackTrace } from './resolve-stack.ts';

const BUILD = join(import.meta.dirname, '../../.build');

export const TRACE_HELP = `Shows a function's minified stack trace with source files and lines.
Reads the stack from the standard input.

  npm run --silent trace -- --stage prod --function files-list < stack.txt                 with the deployed code
  npm run --silent trace -- --stage prod --function files-list --version 12 < stack.txt    with a published version
  npm run --silent trace -- --function files-list < stack.txt                              with the local sources

npm run logs shows the stacks of deployed code with sources by itself.
`;

export interface TraceOptions {
  /** The stage whose code is used. Undefined to build the function from the sources. */
  readonly stage: string | undefined;
  /** An endpoint, socket route, or trigger. */
  readonly service: string;
  readonly version: string;
}

/**
 * Parses the command line of `npm run trace`.
 *
 * @returns undefined if it asks for the help text
 * @throws Error if an option is unknown or missing
 */
export function parseTraceOptions(args: readonly string[]): TraceOptions | undefined {
  const textOption = { type: 'string' } as const;
  const options = {
    stage: textOption,
    function: textOption,
    version: textOption,
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { stage, function: service, version = '$LATEST', help } = parseArgs({ args: [...args], options }).values;
  if (help) return undefined;

  if (service === undefined) throw new Error(`Name the function: --function files-list.\n\n${TRACE_HELP}`);
  return { stage, service, version };
}

/**
 * Returns a stack trace with positions in the sources.
 *
 * @param openStage - returns the code of a stage
 * @throws Error if the function doesn't exist
 */
export async function traceStack(
  stack: string,
  { stage, service, version }: TraceOptions,
  openStage: (stage: string) => DeployedCode,
): Promise<string> {
  if (stage === undefined) return traceWithSources(stack, service);

  const code = openStage(stage);
  const fn = await code.findByService(service);
  if (!fn?.FunctionName) throw new Error(`The stage ${stage} has no function ${service}.`);

  return resolveStackTrace(stack, await code.loadSourceMaps(fn.FunctionName, version));
}

/**
 * Returns a stack trace with positions in the sources that are checked out here.
 *
 * Bundles the function as for a deployment. A bundle depends only on the sources and the installed packages.
 */
function traceWithSources(stack: string, service: string): string {
  const entry = generateLambdaEntries()[service];
  if (entry === undefined) throw new Error(`There is no function ${service}.`);

  // The folder is in the repository, because source maps name sources relative to the bundle.
  mkdirSync(BUILD, { recursive: true });
  const folder = mkdtempSync(join(BUILD, 'trace-'));

  try {
    writeBundles({ [service]: entry }, folder);
    const readMap = (file: string) => readFileSync(join(folder, service, `${file}.map`), { encoding: 'utf8' });
    return resolveStackTrace(stack, createSourceMapFinder(readMap));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
