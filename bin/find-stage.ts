/** Finds the resources of the stage that a command's options name: a stage on AWS, or a running local cloud. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';

/** The resources of a running stage that commands use. */
export interface RunningStage {
  readonly tableName: string;
  readonly bucketName: string;
  readonly userPoolId: string;
  /** URLs of the stage's queues. */
  readonly queueUrls: readonly string[];
  /** The stage's `depthIndexShards`. Only known for a local cloud. */
  readonly shards?: number;
}

/** The stacks of a stage that can have queues, without the prefix `fathom-<stage>-`. */
const STACKS_WITH_QUEUES = ['storage', 'sockets', 'api', 'operations'];

/** The outputs of the storage stack that commands need. */
export const STAGE_OUTPUTS = ['TableName', 'BucketName', 'UserPoolId'] as const;

/** The options that name a stage, for `parseArgs`. */
export const STAGE_OPTIONS = { stage: { type: 'string' }, local: { type: 'string' } } as const;

/**
 * Gives `--local` its default directory, because parseArgs doesn't support optional values.
 *
 * @param actions - words that can follow `--local` and aren't a directory
 */
export function expandLocalOption(args: readonly string[], actions: readonly string[] = []): string[] {
  return args.flatMap((argument, index) => {
    if (argument !== '--local') return argument;

    const nextArgument = args[index + 1];
    const isDirectory = nextArgument !== undefined && !nextArgument.startsWith('--') && !actions.includes(nextArgument);
    return isDirectory ? argument : [argument, '.local'];
  });
}

/**
 * Returns the resources of a stage on AWS, or of a running local cloud. For a local cloud, also sets the environment
 * variables that AWS clients read.
 *
 * @throws Error with instructions unless exactly one of `stage` and `local` is given, or if the stage doesn't exist
 */
export async function findStage({ stage, local }: { stage?: string; local?: string }): Promise<RunningStage> {
  if (stage !== undefined && local === undefined) return readDeployedStage(stage);
  if (local !== undefined && stage === undefined) return enterLocalStage(local);
  throw new Error('Name one of --stage and --local.');
}

/** Returns the resources of a running local cloud, and sets the environment variables that AWS clients read. */
function enterLocalStage(directory: string): RunningStage {
  const file = join(directory, 'outputs.json');
  if (!existsSync(file)) throw new Error(`${file} is missing. Start the local cloud first: npm start`);

  const { environment, ...resources } = JSON.parse(readFileSync(file, 'utf8'));
  Object.assign(process.env, environment);
  return resources;
}

/**
 * Reads the outputs of a stage's storage stack, and finds the queues of all its stacks.
 *
 * @throws Error if the stack doesn't exist or lacks an output
 */
export async function readDeployedStage(stage: string, client = new CloudFormationClient({})): Promise<RunningStage> {
  const stackName = buildStackName(stage, 'storage');
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));

  const requireOutput = (name: (typeof STAGE_OUTPUTS)[number]) => {
    const value = stack?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
    if (value === undefined) throw new Error(`The stack ${stackName} has no output ${name}.`);
    return value;
  };

  const queueUrls = await Promise.all(
    STACKS_WITH_QUEUES.map((name) => listQueues(client, buildStackName(stage, name))),
  );

  return {
    tableName: requireOutput('TableName'),
    bucketName: requireOutput('BucketName'),
    userPoolId: requireOutput('UserPoolId'),
    queueUrls: queueUrls.flat(),
  };
}

function buildStackName(stage: string, name: string): string {
  return `fathom-${stage}-${name}`;
}

/** Returns the URLs of a stack's queues, or none if the stage lacks the stack. A queue's physical ID is its URL. */
async function listQueues(client: CloudFormationClient, stackName: string): Promise<string[]> {
  const urls: string[] = [];
  const pages = paginateListStackResources({ client }, { StackName: stackName });

  try {
    for await (const { StackResourceSummaries = [] } of pages) {
      const queues = StackResourceSummaries.filter(({ ResourceType }) => ResourceType === 'AWS::SQS::Queue');
      urls.push(...queues.map(({ PhysicalResourceId = '' }) => PhysicalResourceId));
    }
  } catch (error) {
    // Otherwise, the stage lacks this stack.
    if (!/does not exist/.test((error as Error).message)) throw error;
  }

  return urls;
}
