import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';

/**
 * Returns the name of the function that sends a member's depth to their sockets. It belongs to the stack of the sockets,
 * which depends on the storage, so functions of the storage find it by name: a reference would be a cycle.
 */
export function depthFunctionName(stage: Stage): string {
  return `fathom-${stage.name}-send-depth`;
}

/** Lets a function of the storage ask for a member's depth to be sent. */
export function allowDepthNotices(fn: BundledFunction, stage: Stage): void {
  const resourceName = depthFunctionName(stage);
  fn.setEnvironment('DEPTH_FUNCTION_NAME', resourceName);
  const { COLON_RESOURCE_NAME: arnFormat } = ArnFormat;
  fn.allow(
    ['lambda:InvokeFunction'],
    [Stack.of(fn).formatArn({ service: 'lambda', resource: 'function', resourceName, arnFormat })],
  );
}
