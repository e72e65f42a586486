import { matchesGlob } from 'node:path';
import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CHECKED_CONTEXT, type Stage } from '../stage.ts';
import {
  ALLOWABLE_CHANGES,
  type AllowableChange,
  type DangerousChange,
  findDangerousChanges,
  type Template,
  type Templates,
} from './dangerous-changes.ts';
import type { DeployOptions } from './deploy-options.ts';
import { findExportsInUse } from './exports-in-use.ts';
import { allowDeletion, findFailedCreations, listStackNames, readTemplate, setDataProtection } from './stage-stacks.ts';

/** The dependencies of a deployment. */
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

/** The folder that the CDK synthesizes into. The deployment uses the checked templates in it. */
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
  cdk('synth', '--quiet', '--output', ASSEMBLY, ...context.flatMap((entry) => ['--context', entry]));

  const deployedTemplates = await readDeployed(cloudFormation, stage.name);
  const nextTemplates = readNext(stage.name, dependencies);
  const templatesAfter = { ...deployedTemplates, ...selectUpdated(nextTemplates, options) };
  const changes = [
    ...findDangerousChanges(deployedTemplates, nextTemplates, templatesAfter),
    ...findExportsInUse(deployedTemplates, templatesAfter, nextTemplates),
  ];
  if (options.diff) {
    cdk('diff', '--app', ASSEMBLY, ...options.stacks);
    for (const { message } of changes) log(`Refused by a deployment: ${message}`);
    return;
  }

  const refusedChanges = changes.filter(({ name }) => !isAllowable(name) || !options.allowed.has(name));
  if (refusedChanges.length > 0) throw new DeploymentRefusedError(refusedChanges.map(explainRefusal));
  for (const { message } of changes) log(`Allowed: ${message}`);

  // The CDK protects production's stacks before it creates their resources, so it can't replace one that failed. The
  // pipeline's role can't end the protection, but the CDK replaces the stacks of other stages without that.
  const failedCreations = stage.production ? await findFailedCreations(cloudFormation, stage.name) : [];
  for (const name of failedCreations) await allowDeletion(cloudFormation, name);

  const mayLoseData = options.allowed.has('resources');
  const deployedStacks = stage.production ? Object.keys(deployedTemplates) : [];
  for (const name of deployedStacks) await setDataProtection(cloudFormation, name, { isProtected: !mayLoseData });

  try {
    cdk('deploy', '--app', ASSEMBLY, ...listArguments(options, dependencies));
  } finally {
    // Protects the data even if the deployment failed, and also in stacks that it created.
    const stackNames = stage.production ? Object.keys(await readDeployed(cloudFormation, stage.name)) : [];
    for (const name of stackNames) await setDataProtection(cloudFormation, name, { isProtected: true });
  }
}

/** Thrown if a deployment would break the stage. Nothing was deployed. */
export class DeploymentRefusedError extends Error {
  override readonly name = 'DeploymentRefusedError';

  constructor(reasons: readonly string[]) {
    super(['The deployment is refused. Nothing was changed.', ...reasons].join('\n- '));
  }
}

/** Describes a refused change, with the option that allows it, if it can be allowed. */
function explainRefusal({ name, message }: DangerousChange): string {
  return isAllowable(name) ? `${message} If you want that: --allow ${name}` : message;
}

/** Returns whether an option allows a change. CloudFormation would refuse the others. */
function isAllowable(name: DangerousChange['name']): name is AllowableChange {
  return (ALLOWABLE_CHANGES as readonly string[]).includes(name);
}

/** Returns the arguments of `cdk deploy`. */
function listArguments(options: DeployOptions, dependencies: DeployDependencies): string[] {
  return [
    ...(options.stacks.length > 0 ? options.stacks : ['--all']),
    '--require-approval',
    chooseApproval(options, dependencies),
    ...(options.exclusively ? ['--exclusively'] : []),
    ...(options.outputsFile === undefined ? [] : ['--outputs-file', options.outputsFile]),
  ];
}

/**
 * Returns the templates of the stacks that the deployment updates. Without `--exclusively`, that may be all: the CDK
 * also deploys the stacks that the named stacks need.
 */
function selectUpdated(templates: Templates, { exclusively, stacks }: DeployOptions): Templates {
  if (!exclusively || stacks.length === 0) return templates;

  const isNamed = (name: string) => stacks.some((pattern) => matchesGlob(name, pattern));
  return Object.fromEntries(Object.entries(templates).filter(([name]) => isNamed(name)));
}

/** Returns the changes that the CDK asks about. Without a terminal, it would stop at its question. */
function chooseApproval({ yes }: DeployOptions, { stage, isInteractive }: DeployDependencies): string {
  if (yes || !isInteractive) return 'never';
  return stage.production ? 'any-change' : 'broadening';
}

/** Reads the templates of the stage's deployed stacks. Stacks whose creation failed are not deployed. */
async function readDeployed(client: CloudFormationClient, stage: string): Promise<Templates> {
  const failedNames = await findFailedCreations(client, stage);
  const templates: Record<string, Template> = {};
  for (const name of listStackNames(stage).filter((stackName) => !failedNames.includes(stackName))) {
    const template = await readTemplate(client, name);
    if (template !== undefined) templates[name] = template;
  }
  return templates;
}

/** Reads the templates that the CDK has synthesized. */
function readNext(stage: string, { readSynthesized }: DeployDependencies): Templates {
  const templates = listStackNames(stage).map((name) => [name, readSynthesized(name)] as const);
  return Object.fromEntries(templates.filter(([, template]) => template !== undefined)) as Templates;
}
