import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';

/**
 * What functions of the storage ask the sockets' stack for. That stack depends on the storage, so functions of the storage
 * find its functions by name: a reference would be a cycle.
 */
type SocketRequest = 'send-depth' | 'close-socket';

/** Environment variables with the function's name. */
const VARIABLES: Readonly<Record<SocketRequest, string>> = {
  'send-depth': 'DEPTH_FUNCTION_NAME',
  'close-socket': 'CLOSE_FUNCTION_NAME',
};

/** Returns the name of the function that serves a request. */
export function socketFunctionName(stage: Stage, request: SocketRequest): string {
  return `fathom-${stage.name}-${request}`;
}

/** Lets a function of the storage send this request. */
export function allowSocketRequest(fn: BundledFunction, stage: Stage, request: SocketRequest): void {
  const resourceName = socketFunctionName(stage, request);
  fn.setEnvironment(VARIABLES[request], resourceName);
  const { COLON_RESOURCE_NAME: arnFormat } = ArnFormat;
  fn.allow(
    ['lambda:InvokeFunction'],
    [Stack.of(fn).formatArn({ service: 'lambda', resource: 'function', resourceName, arnFormat })],
  );
}
