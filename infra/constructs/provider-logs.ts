import { CfnResource, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Stage } from '../stage.ts';

/**
 * Gives the CDK's own functions of a stack, which serve custom resources, log groups that are deleted with the stack.
 * Without one, Lambda creates a group that belongs to no stack, and keeps its lines permanently. The CDK has no option for it.
 *
 * Call it after everything else in the stack is created.
 */
export function addProviderLogs(stack: Stack, stage: Stage): void {
  for (const node of stack.node.findAll()) {
    // The CDK writes these functions as plain resources. All others are instances of `CfnFunction`, and have a group.
    if (!(node instanceof CfnResource) || node.cfnResourceType !== 'AWS::Lambda::Function') continue;
    if (node instanceof lambda.CfnFunction) continue;

    const logGroup = new logs.LogGroup(node, 'Log', {
      retention: stage.logRetentionDays as logs.RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // The role may write to all log groups (AWSLambdaBasicExecutionRole).
    node.addPropertyOverride('LoggingConfig', { LogGroup: logGroup.logGroupName });
  }
}
