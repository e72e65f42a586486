import { CfnResource, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Stage } from '../stage.ts';

/**
 * Adds log groups for the CDK's own functions of a stack, so that they are deleted with the stack.
 *
 * These functions serve custom resources. For a function without a group, Lambda creates one that belongs to no stack
 * and keeps its lines permanently. The CDK has no option for a group.
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
