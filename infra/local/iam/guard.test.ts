/** Tests of the guard, which finds a function by its access key and evaluates the policies of its role. */
import { describe, expect, it } from 'vitest';
import { createGuard, rootCredentials } from './fixture.ts';

const readStatement = {
  Effect: 'Allow',
  Action: 's3:GetObject',
  Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }, '/files/*']] },
};

/** Builds the IAM call for an object, by default its read. */
const buildCall = (key: string, action = 's3:GetObject') => ({ action, resource: `arn:aws:s3:::app-bucket/${key}` });

describe('Guard', () => {
  it('allows the calls of a function’s role and denies a request with any other call', () => {
    const { guard, functionCredentials, warnings } = createGuard([readStatement]);
    const { accessKeyId } = functionCredentials;

    expect(guard.findDenial(accessKeyId, [buildCall('files/a')])).toBeUndefined();
    expect(guard.allows(accessKeyId, [buildCall('files/a')])).toBe(true);
    expect(warnings).toEqual([]);
    expect(guard.allows(accessKeyId, [buildCall('files/a'), buildCall('posts/a')])).toBe(false);
    expect(guard.findDenial(accessKeyId, [buildCall('files/a'), buildCall('posts/a')])).toContain('posts/a');
  });

  it('returns AWS’s message for a denied call and logs the function that lacks a permission', () => {
    const { guard, functionCredentials, warnings } = createGuard([readStatement]);
    expect(guard.findDenial(functionCredentials.accessKeyId, [buildCall('files/a', 's3:PutObject')])).toBe(
      'User: arn:aws:sts::000000000000:assumed-role/app-Role/app-Function is not authorized to perform: s3:PutObject ' +
        'on resource: arn:aws:s3:::app-bucket/files/a because no identity-based policy allows the s3:PutObject action',
    );
    expect(warnings).toEqual([
      'filesview may not s3:PutObject on arn:aws:s3:::app-bucket/files/a: does infra/routes grant it?',
    ]);
  });

  it('allows everything for the cloud’s own key and nothing for unknown keys', () => {
    const { guard } = createGuard([readStatement]);
    expect(guard.findDenial(rootCredentials.accessKeyId, [buildCall('posts/a', 's3:DeleteObject')])).toBeUndefined();
    expect(guard.findDenial('LOCALUNKNOWN', [buildCall('files/a')])).toContain('User: LOCALUNKNOWN');
    expect(guard.findCredentialsById('LOCALUNKNOWN')).toBeUndefined();
  });

  it('derives the same key for a function at every start', () => {
    const firstStart = createGuard([readStatement]);
    const secondStart = createGuard([]);

    expect(firstStart.functionCredentials).toEqual(secondStart.functionCredentials);
    expect(firstStart.functionCredentials.accessKeyId).toHaveLength(rootCredentials.accessKeyId.length);
    expect(firstStart.guard.findCredentialsById(firstStart.functionCredentials.accessKeyId)).toEqual(
      firstStart.functionCredentials,
    );
  });

  it('gives a function the same session token at every start, with the length of AWS tokens', () => {
    const { functionCredentials } = createGuard([]);
    expect(functionCredentials.sessionToken).toMatch(/^IQoJb3JpZ2luX2Vj[A-Za-z0-9+/]{1006}==$/);
    expect(createGuard([]).functionCredentials.sessionToken).toBe(functionCredentials.sessionToken);
  });

  it('applies inline policies of a role', () => {
    const Policies = [{ PolicyName: 'Own', PolicyDocument: { Version: '2012-10-17', Statement: [readStatement] } }];
    const { guard, functionCredentials } = createGuard([], { Policies });
    expect(guard.allows(functionCredentials.accessKeyId, [buildCall('files/a')])).toBe(true);
  });

  it('fails at startup if a role has an unsupported policy', () => {
    const ManagedPolicyArns = ['arn:aws:iam::aws:policy/AdministratorAccess'];
    expect(() => createGuard([], { ManagedPolicyArns })).toThrow('AdministratorAccess');
    expect(() => createGuard([{ ...readStatement, Effect: 'Deny' }])).toThrow('Policy has the effect Deny');
  });
});
