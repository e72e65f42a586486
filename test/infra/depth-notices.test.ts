import { describe, expect, it } from 'vitest';
import { findResources, synthesise } from '../support/synthesis.ts';

const { storage, sockets } = synthesise({ stage: 'prod', malwareScanning: 'on' });
const NAME = 'fathom-prod-send-depth';

interface Environment {
  readonly Variables?: Readonly<Record<string, unknown>>;
}

const callers = findResources(storage, 'AWS::Lambda::Function')
  .filter(([, { Properties }]) => (Properties.Environment as Environment)?.Variables?.DEPTH_FUNCTION_NAME === NAME)
  .map(([id]) => id.replace(/Function[0-9A-F]{8}$/, ''));

/** Functions of the storage stack find the function by its name, which CloudFormation doesn't check. */
describe('depth notices', () => {
  it('go to a function of the sockets stack with the name that the storage stack uses', () => {
    sockets.hasResourceProperties('AWS::Lambda::Function', { FunctionName: NAME });
  });

  it('come from every function that changes depths without a request of the member', () => {
    expect(callers.toSorted()).toEqual(['FileStored', 'MalwareScanScanResult', 'ReconcileUploads']);
  });

  it.each(callers)('may be sent by %s to this function only', (caller) => {
    const statements = findResources(storage, 'AWS::IAM::Policy')
      .filter(([id]) => id.startsWith(`${caller}Role`))
      .flatMap(
        ([, { Properties }]) => (Properties.PolicyDocument as { Statement: Record<string, unknown>[] }).Statement,
      );
    const resources = statements
      .filter(({ Action }) => Action === 'lambda:InvokeFunction')
      .flatMap(({ Resource }) => Resource as object | object[]);
    expect(resources).toContainEqual({ 'Fn::Join': ['', expect.arrayContaining([`:function:${NAME}`])] });
  });
});
