import { parseArgs } from 'node:util';
import { ALLOWABLE_CHANGES, type AllowableChange } from './dangerous-changes.ts';

export const DEPLOY_HELP = `Deploys a stage to AWS. Its settings are in infra/stages/<stage>.ts.

  npm run deploy -- --stage prod                       builds the pages and deploys all stacks
  npm run deploy -- --stage prod --diff                prints the changes and deploys nothing
  npm run deploy -- --stage prod fathom-prod-site      deploys one stack, and those that it needs

  --exclusively            deploys only the named stacks
  --outputs-file <file>    writes the stacks' outputs into a file
  --yes                    doesn't ask for approval, as without a terminal
  --allow <change>         allows a change that is refused otherwise: ${ALLOWABLE_CHANGES.join(', ')}
`;

export interface DeployOptions {
  readonly stage: string;
  /** Names of the stacks to deploy. Empty for all stacks. */
  readonly stacks: readonly string[];
  readonly exclusively: boolean;
  readonly outputsFile: string | undefined;
  readonly diff: boolean;
  readonly yes: boolean;
  readonly allowed: ReadonlySet<AllowableChange>;
}

/**
 * Parses the command line of `npm run deploy`.
 *
 * @returns undefined if it asks for the help text
 * @throws Error if an option is unknown or invalid.
 */
export function parseDeployOptions(args: readonly string[]): DeployOptions | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      stage: { type: 'string' },
      context: { type: 'string', short: 'c', multiple: true, default: [] },
      exclusively: { type: 'boolean', default: false },
      'outputs-file': { type: 'string' },
      diff: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      allow: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;

  const stage = values.stage ?? parseStageContext(values.context);
  if (stage === undefined) throw new Error(`Name the stage: --stage prod.\n\n${DEPLOY_HELP}`);
  const unknownName = values.allow.find((name) => !ALLOWABLE_CHANGES.includes(name as AllowableChange));
  if (unknownName !== undefined)
    throw new Error(`--allow takes ${ALLOWABLE_CHANGES.join(', ')}, not "${unknownName}".`);

  const { exclusively, diff, yes, 'outputs-file': outputsFile } = values;
  const allowedChanges = new Set(values.allow as AllowableChange[]);

  return { stage, stacks: positionals, exclusively, outputsFile, diff, yes, allowed: allowedChanges };
}

/** Reads the stage from `-c stage=prod`, the option of `cdk`. */
function parseStageContext(context: readonly string[]): string | undefined {
  const settings = context.filter((entry) => !entry.startsWith('stage='));
  if (settings.length > 0) {
    throw new Error(`Set ${settings.join(', ')} in infra/stages/<stage>.ts, not on the command line.`);
  }
  return context.at(-1)?.slice('stage='.length);
}
