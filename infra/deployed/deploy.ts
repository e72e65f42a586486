import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CHECKED_CONTEXT, type Stage } from '../stage.ts';
import { type DangerousChange, findDangerousChanges, type Template, type Templates } from './dangerous-changes.ts';
import type { DeployOptions } from './deploy-options.ts';
import { listStackNames, readTemplate, setDataProtection } from './stage-stacks.ts';

/** What a deployment needs from its surroundings. */
export interface DeployDependencies {
  readonly stage: Stage;
  readonly cloudFormation: CloudFormationClient;
  /** Whether someone at a terminal can approve changes. */
  readonly isInteractive: boolean;
  /** Runs the CDK's command line. Throws if it fails. */
  cdk(...args: string[]): void;
  /** Reads a template that the CDK has synthesized. Undefined if the stage has no such stack. */
  readSynthesized(stackName: string): Template | undefined;
  log(line: string): void;
}

/** The folder that the CDK synthesizes into. The deployment uses what was checked there. */
const ASSEMBLY = 'cdk.out';

/**
 * Synthesizes a stage, refuses dangerous changes, and deploys it.
 *
 * @throws DeploymentRefusedError before anything is deployed.
 */
export async function deployStage(options: DeployOptions, dependencies: DeployDependencies): Promise<void> {
  const { stage, cloudFormation, cdk, log } = dependencies;
  if (stage.kind === 'local') {
    throw new DeploymentRefusedError([
      `The stage ${stage.name} is for this machine: npm start, or npm run deploy:localstack.`,
    ]);
  }

  const context = [`stage=${stage.name}`, 'pages=web/dist', `${CHECKED_CONTEXT}=true`];
  cdk('synth', '--quiet', '--output', ASSEMBLY, ...context.flatMap((each) => ['--context', each]));

  const deployed = await readDeployed(cloudFormation, stage.name);
  const changes = findDangerousChanges(deployed, readNext(stage.name, dependencies));
  if (options.diff) {
    cdk('diff', '--app', ASSEMBLY, ...options.stacks);
    for (const { message } of changes) log(`Refused by a deployment: ${message}`);
    return;
  }
  const refused = changes.filter(({ name }) => !options.allowed.has(name));
  if (refused.length > 0) throw new DeploymentRefusedError(refused.map(explainRefusal));

  for (const { message } of changes) log(`Allowed: ${message}`);
  const guarded = stage.production ? listStackNames(stage.name).filter((name) => name in deployed) : [];
  const mayLoseData = options.allowed.has('resources');
  for (const name of guarded) await setDataProtection(cloudFormation, name, !mayLoseData);

  try {
    cdk('deploy', '--app', ASSEMBLY, ...listArguments(options, dependencies));
  } finally {
    const stackNames = stage.production ? Object.keys(await readDeployed(cloudFormation, stage.name)) : [];
    for (const name of stackNames) await setDataProtection(cloudFormation, name, true);
  }
}

/** A deployment that would break the stage. Nothing was deployed. */
export class DeploymentRefusedError extends Error {
  override readonly name = 'DeploymentRefusedError';

  constructor(reasons: readonly string[]) {
    super(['The deployment is refused. Nothing was changed.', ...reasons].join('\n- '));
  }
}

function explainRefusal({ name, message }: DangerousChange): string {
  return `${message} If you want that: --allow ${name}`;
}

/**
 * Returns the arguments of `cdk deploy`. Without a terminal, the CDK would stop at its question. In production, it shows
 * every change and asks.
 */
function listArguments(options: DeployOptions, { stage, isInteractive }: DeployDependencies): string[] {
  const approval = options.yes || !isInteractive ? 'never' : stage.production ? 'any-change' : 'broadening';
  return [
    ...(options.stacks.length > 0 ? options.stacks : ['--all']),
    ...['--require-approval', approval],
    ...(options.exclusively ? ['--exclusively'] : []),
    ...(options.outputsFile === undefined ? [] : ['--outputs-file', options.outputsFile]),
  ];
}

async function readDeployed(client: CloudFormationClient, stage: string): Promise<Templates> {
  const templates: Record<string, Template> = {};
  for (const name of listStackNames(stage)) {
    const template = await readTemplate(client, name);
    if (template !== undefined) templates[name] = template;
  }
  return templates;
}

function readNext(stage: string, { readSynthesized }: DeployDependencies): Templates {
  const templates = listStackNames(stage).map((name) => [name, readSynthesized(name)] as const);
  return Object.fromEntries(templates.filter(([, template]) => template !== undefined)) as Templates;
}
