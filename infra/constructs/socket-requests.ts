import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';

/**
 * A request of a function in the storage stack to the sockets stack.
 *
 * The sockets stack depends on the storage stack, so a reference in the other direction would be a cycle. Functions of
 * the storage stack find functions of the sockets stack by name.
 */
type SocketRequest = 'send-depth' | 'close-socket';

/** For each request, the environment variable of its sender with the name of the function that serves it. */
const FUNCTION_NAME_VARIABLES: Readonly<Record<SocketRequest, string>> = {
  'send-depth': 'DEPTH_FUNCTION_NAME',
  'close-socket': 'CLOSE_FUNCTION_NAME',
};

/** Returns the name of the sockets stack's function that serves a request. */
export function formatSocketFunctionName(stage: Stage, request: SocketRequest): string {
  return `fathom-${stage.name}-${request}`;
}

/**
 * Lets a function of the storage stack send a request: sets the environment variable with the name of the function that
 * serves it, and lets the sender invoke that function.
 */
export function allowSocketRequest(fn: BundledFunction, stage: Stage, request: SocketRequest): void {
  const targetName = formatSocketFunctionName(stage, request);
  const targetArn = Stack.of(fn).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: targetName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

  fn.setEnvironment(FUNCTION_NAME_VARIABLES[request], targetName);
  fn.allow(['lambda:InvokeFunction'], [targetArn]);
}
