/**
 * Requests of the storage stack's functions to two functions of the sockets stack: one sends a member's new depth, the
 * other closes their sockets.
 */
import { describe, expect, it } from 'vitest';
import { synthesize } from '../support/synthesis.ts';
import { findPolicies, findResources, readStatements, readVariables } from '../support/template.ts';

const { storage, sockets } = synthesize({ stage: 'prod', malwareScanning: 'on' });

/** Returns the names of the storage stack's functions whose environment has this variable with this value. */
function findCallers(variable: string, value: string): string[] {
  return findResources(storage, 'AWS::Lambda::Function')
    .filter((lambda) => readVariables(lambda)[variable] === value)
    .map(({ id }) => id.replace(/Function[0-9A-F]{8}$/, ''))
    .toSorted();
}

/** Functions of the storage stack find these functions by their names, which CloudFormation doesn't check. */
describe.each([
  ['DEPTH_FUNCTION_NAME', 'fathom-prod-send-depth', ['ChangeFeedApply']],
  ['CLOSE_FUNCTION_NAME', 'fathom-prod-close-socket', ['PostConfirmation', 'PurgeJobPurge']],
])('requests to the function in %s', (variable, name, callers) => {
  it('the sockets stack has a function with this name', () => {
    sockets.hasResourceProperties('AWS::Lambda::Function', { FunctionName: name });
  });

  it('every function of the storage stack that sends the request has the variable', () => {
    expect(findCallers(variable, name)).toEqual(callers);
  });

  it.each(callers)('the role of %s may invoke the function', (caller) => {
    const statements = findPolicies(storage)
      .filter(({ id }) => id.startsWith(`${caller}Role`))
      .flatMap(readStatements);

    const resources = statements
      .filter(({ Action }) => Action === 'lambda:InvokeFunction')
      .flatMap(({ Resource }) => Resource);
    expect(resources).toContainEqual({ 'Fn::Join': ['', expect.arrayContaining([`:function:${name}`])] });
  });
});
