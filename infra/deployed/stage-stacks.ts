import {
  type CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  SetStackPolicyCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { DATA_TYPES, type Template } from './dangerous-changes.ts';

/** The last parts of the stacks' names. */
const PARTS = ['storage', 'sockets', 'api', 'site', 'operations'] as const;

/** Returns the names of a stage's stacks, in the order of their deployment. */
export function listStackNames(stage: string): string[] {
  return PARTS.map((part) => `fathom-${stage}-${part}`);
}

/** Reads the outputs of a stage's stacks. Stacks that aren't deployed have none. */
export async function readOutputs(
  client: CloudFormationClient,
  stage: string,
): Promise<Readonly<Record<string, string>>> {
  const outputs: Record<string, string> = {};
  for (const StackName of listStackNames(stage)) {
    const response = await ifDeployed(client.send(new DescribeStacksCommand({ StackName })));
    for (const { OutputKey, OutputValue } of response?.Stacks?.[0]?.Outputs ?? []) outputs[OutputKey!] = OutputValue!;
  }
  return outputs;
}

/** Reads the template of a deployed stack, or returns undefined if the stack isn't deployed. */
export async function readTemplate(client: CloudFormationClient, StackName: string): Promise<Template | undefined> {
  const response = await ifDeployed(client.send(new GetTemplateCommand({ StackName, TemplateStage: 'Original' })));
  // A stack whose first deployment was never executed has no template.
  return response?.TemplateBody ? (JSON.parse(response.TemplateBody) as Template) : undefined;
}

/**
 * Returns the names of a stage's stacks whose creation failed. The CDK deletes and creates them again.
 *
 * They have no data. `ROLLBACK_FAILED` means that CloudFormation couldn't delete a resource, such as a bucket that
 * already had the published pages. When the CDK deletes the stack, CloudFormation leaves such a resource behind.
 */
export async function findFailedCreations(client: CloudFormationClient, stage: string): Promise<string[]> {
  const failedNames: string[] = [];
  for (const StackName of listStackNames(stage)) {
    const response = await ifDeployed(client.send(new DescribeStacksCommand({ StackName })));
    const status = response?.Stacks?.[0]?.StackStatus;
    if (status === 'ROLLBACK_COMPLETE' || status === 'ROLLBACK_FAILED') failedNames.push(StackName);
  }
  return failedNames;
}

/** Ends a stack's termination protection, so that the CDK can delete it. */
export async function allowDeletion(client: CloudFormationClient, StackName: string): Promise<void> {
  await client.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }));
}

/**
 * Makes CloudFormation itself refuse updates of a stack that replace or delete data, or allow them again.
 *
 * See "Prevent updates to stack resources" in the CloudFormation user guide.
 */
export async function setDataProtection(
  client: CloudFormationClient,
  StackName: string,
  { isProtected }: { readonly isProtected: boolean },
): Promise<void> {
  const buildStatement = (Effect: 'Allow' | 'Deny', Action: string[], Condition?: object) => ({
    Effect,
    Action,
    Principal: '*',
    Resource: '*',
    ...(Condition && { Condition }),
  });
  const allowUpdates = buildStatement('Allow', ['Update:*']);
  const denyLosses = buildStatement('Deny', ['Update:Replace', 'Update:Delete'], {
    StringEquals: { ResourceType: DATA_TYPES },
  });

  const policy = { Statement: [allowUpdates, ...(isProtected ? [denyLosses] : [])] };
  await client.send(new SetStackPolicyCommand({ StackName, StackPolicyBody: JSON.stringify(policy) }));
}

/** Returns undefined if the request fails because the stack doesn't exist. */
async function ifDeployed<R>(request: Promise<R>): Promise<R | undefined> {
  try {
    return await request;
  } catch (error) {
    // CloudFormation's error for a missing stack has the same code as others.
    if (/does not exist/.test((error as Error).message)) return undefined;
    throw error;
  }
}
