import { describe, expect, it } from 'vitest';
import { type Call, isAllowed, parsePolicy } from './policy.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/app';
const policy = (...Statement: object[]) => parsePolicy({ Version: '2012-10-17', Statement }, 'Policy');
const onKeys = (operator: string, ...keys: string[]) => ({ [operator]: { 'dynamodb:LeadingKeys': keys } });
const get = (...keys: string[]): Call => ({
  action: 'dynamodb:GetItem',
  resource: TABLE,
  context: { 'dynamodb:LeadingKeys': keys },
});

describe('a policy', () => {
  const reading = { Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:Query'], Resource: TABLE };

  it('allows the actions that it names, on the resources that it names', () => {
    const statements = policy(reading);
    expect(isAllowed(statements, { action: 'dynamodb:GetItem', resource: TABLE })).toBe(true);
    expect(isAllowed(statements, { action: 'dynamodb:PutItem', resource: TABLE })).toBe(false);
    expect(isAllowed(statements, { action: 'dynamodb:GetItem', resource: `${TABLE}/index/ByText` })).toBe(false);
    expect(isAllowed([], { action: 'dynamodb:GetItem', resource: TABLE })).toBe(false);
  });

  it('needs one statement that allows all of a call', () => {
    const statements = policy(
      { ...reading, Resource: 'arn:other' },
      { Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: TABLE },
    );
    expect(isAllowed(statements, { action: 'dynamodb:GetItem', resource: TABLE })).toBe(false);
    expect(isAllowed(statements, { action: 'dynamodb:PutItem', resource: TABLE })).toBe(true);
  });

  it.each([
    ['arn:aws:s3:::bucket/files/*', 'arn:aws:s3:::bucket/files/a/b.png', true],
    ['arn:aws:s3:::bucket/files/*', 'arn:aws:s3:::bucket/files/', true],
    ['arn:aws:s3:::bucket/files/*', 'arn:aws:s3:::bucket/avatars/a', false],
    ['arn:aws:s3:::bucket/files/*', 'arn:aws:s3:::bucket/Files/a', false],
    ['arn:aws:s3:::bucket/files/?', 'arn:aws:s3:::bucket/files/a', true],
    ['arn:aws:s3:::bucket/files/?', 'arn:aws:s3:::bucket/files/ab', false],
    ['arn:aws:s3:::bucket.a/x', 'arn:aws:s3:::bucket-a/x', false],
    ['*', 'arn:aws:s3:::anything', true],
  ])('takes the resource %s for %s: %s', (Resource, resource, allowed) => {
    const statements = policy({ Effect: 'Allow', Action: 's3:Get*', Resource });
    expect(isAllowed(statements, { action: 's3:getobject', resource })).toBe(allowed);
  });

  it('with ForAllValues:StringLike wants each key to match, and is content with none', () => {
    const statements = policy({ ...reading, Condition: onKeys('ForAllValues:StringLike', 'USER#*', 'UNCLAIMED') });
    expect(isAllowed(statements, get('USER#ann'))).toBe(true);
    expect(isAllowed(statements, get('USER#ann', 'UNCLAIMED'))).toBe(true);
    expect(isAllowed(statements, get('USER#ann', 'FILE#1'))).toBe(false);
    expect(isAllowed(statements, get('UNCLAIMED#1'))).toBe(false);
    expect(isAllowed(statements, get())).toBe(true);
  });

  it('with StringLike wants a key that matches', () => {
    const statements = policy({ ...reading, Condition: onKeys('StringLike', 'USER#*') });
    expect(isAllowed(statements, get('USER#ann'))).toBe(true);
    expect(isAllowed(statements, get('FILE#1'))).toBe(false);
    expect(isAllowed(statements, get())).toBe(false);
  });

  it.each([
    ['another effect', { ...reading, Effect: 'Deny' }, 'Policy has the effect Deny'],
    ['another operator', { ...reading, Condition: onKeys('StringEquals', 'USER#1') }, 'condition with StringEquals'],
    [
      'another key',
      { ...reading, Condition: { StringLike: { 'aws:SourceIp': '*' } } },
      'Policy has a condition on aws:SourceIp',
    ],
    ['another way to say it', { ...reading, NotAction: 'dynamodb:Scan' }, 'NotAction'],
  ])('with %s is an error that names it', (_, statement, message) => {
    expect(() => policy(statement)).toThrow(message);
  });
});
