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

/** Environment variables with the function's name. */
const VARIABLES: Readonly<Record<SocketRequest, string>> = {
  'send-depth': 'DEPTH_FUNCTION_NAME',
  'close-socket': 'CLOSE_FUNCTION_NAME',
};

/** Returns the name of the function that serves a request. */
export function formatSocketFunctionName(stage: Stage, request: SocketRequest): string {
  return `fathom-${stage.name}-${request}`;
}

/** Lets a function of the storage stack send this request. */
export function allowSocketRequest(fn: BundledFunction, stage: Stage, request: SocketRequest): void {
  const resourceName = formatSocketFunctionName(stage, request);
  fn.setEnvironment(VARIABLES[request], resourceName);
  const { COLON_RESOURCE_NAME: arnFormat } = ArnFormat;
  fn.allow(
    ['lambda:InvokeFunction'],
    [Stack.of(fn).formatArn({ service: 'lambda', resource: 'function', resourceName, arnFormat })],
  );
}
