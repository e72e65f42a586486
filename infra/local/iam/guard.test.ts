import { describe, expect, it } from 'vitest';
import { guarded, root } from './fixture.ts';

const reading = {
  Effect: 'Allow',
  Action: 's3:GetObject',
  Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }, '/files/*']] },
};
const call = (key: string, action = 's3:GetObject') => ({ action, resource: `arn:aws:s3:::app-bucket/${key}` });

describe('the guard', () => {
  it('lets a function do what its role allows, whatever else it asks for at once', () => {
    const { guard, functionKey, warnings } = guarded([reading]);
    const { accessKeyId } = functionKey;
    expect(guard.refusal(accessKeyId, [call('files/a')])).toBeUndefined();
    expect(guard.allows(accessKeyId, [call('files/a')])).toBe(true);
    expect(warnings).toEqual([]);
    expect(guard.allows(accessKeyId, [call('files/a'), call('posts/a')])).toBe(false);
    expect(guard.refusal(accessKeyId, [call('files/a'), call('posts/a')])).toContain('posts/a');
  });

  it('refuses the rest in the words of AWS, and tells on the terminal whose grant is missing', () => {
    const { guard, functionKey, warnings } = guarded([reading]);
    expect(guard.refusal(functionKey.accessKeyId, [call('files/a', 's3:PutObject')])).toBe(
      'User: arn:aws:sts::000000000000:assumed-role/app-Role/app-Function is not authorized to perform: s3:PutObject ' +
        'on resource: arn:aws:s3:::app-bucket/files/a because no identity-based policy allows the s3:PutObject action',
    );
    expect(warnings).toEqual([
      'filesview may not s3:PutObject on arn:aws:s3:::app-bucket/files/a: does infra/routes grant it?',
    ]);
  });

  it('lets the cloud’s own key do everything, and a key that it has not given out nothing', () => {
    const { guard } = guarded([reading]);
    expect(guard.refusal(root.accessKeyId, [call('posts/a', 's3:DeleteObject')])).toBeUndefined();
    expect(guard.refusal('LOCALSTRANGER', [call('files/a')])).toContain('User: LOCALSTRANGER');
    expect(guard.find('LOCALSTRANGER')).toBeUndefined();
  });

  it('gives a function the same key at every start', () => {
    const [first, second] = [guarded([reading]), guarded([])];
    expect(first.functionKey).toEqual(second.functionKey);
    expect(first.functionKey.accessKeyId).toHaveLength(root.accessKeyId.length);
    expect(first.guard.find(first.functionKey.accessKeyId)).toEqual(first.functionKey);
  });

  it('reads the policies within a role as well', () => {
    const Policies = [{ PolicyName: 'Own', PolicyDocument: { Version: '2012-10-17', Statement: [reading] } }];
    const { guard, functionKey } = guarded([], { Policies });
    expect(guard.allows(functionKey.accessKeyId, [call('files/a')])).toBe(true);
  });

  it('does not start with a role whose rights the template does not tell', () => {
    const ManagedPolicyArns = ['arn:aws:iam::aws:policy/AdministratorAccess'];
    expect(() => guarded([], { ManagedPolicyArns })).toThrow('AdministratorAccess');
    expect(() => guarded([{ ...reading, Effect: 'Deny' }])).toThrow('Policy has the effect Deny');
  });
});
