/** Tests of the evaluator of IAM policies. It supports the elements that the template uses, and rejects all others. */
import { describe, expect, it } from 'vitest';
import { type Call, isAllowed, parsePolicy } from './policy.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/app';
const parseStatements = (...Statement: object[]) => parsePolicy({ Version: '2012-10-17', Statement }, 'Policy');

/** Builds a condition on partition keys. */
const buildKeyCondition = (operator: string, ...keys: string[]) => ({ [operator]: { 'dynamodb:LeadingKeys': keys } });

/** Builds the call that reads items with these partition keys. */
const buildGetItemCall = (...keys: string[]): Call => ({
  action: 'dynamodb:GetItem',
  resource: TABLE,
  context: { 'dynamodb:LeadingKeys': keys },
});

describe('policy', () => {
  const readStatement = { Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:Query'], Resource: TABLE };

  it('allows only the named actions on the named resources', () => {
    const statements = parseStatements(readStatement);
    expect(isAllowed(statements, { action: 'dynamodb:GetItem', resource: TABLE })).toBe(true);
    expect(isAllowed(statements, { action: 'dynamodb:PutItem', resource: TABLE })).toBe(false);
    expect(isAllowed(statements, { action: 'dynamodb:GetItem', resource: `${TABLE}/index/ByText` })).toBe(false);
    expect(isAllowed([], { action: 'dynamodb:GetItem', resource: TABLE })).toBe(false);
  });

  it('requires a single statement that allows both action and resource', () => {
    const statements = parseStatements(
      { ...readStatement, Resource: 'arn:other' },
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
  ])('matches the pattern %s with the resource %s: %s', (Resource, resource, allowed) => {
    const statements = parseStatements({ Effect: 'Allow', Action: 's3:Get*', Resource });
    expect(isAllowed(statements, { action: 's3:getobject', resource })).toBe(allowed);
  });

  it('requires each key to match ForAllValues:StringLike, which is true without keys', () => {
    const statements = parseStatements({
      ...readStatement,
      Condition: buildKeyCondition('ForAllValues:StringLike', 'USER#*', 'UNCLAIMED'),
    });

    expect(isAllowed(statements, buildGetItemCall('USER#ann'))).toBe(true);
    expect(isAllowed(statements, buildGetItemCall('USER#ann', 'UNCLAIMED'))).toBe(true);
    expect(isAllowed(statements, buildGetItemCall('USER#ann', 'FILE#1'))).toBe(false);
    expect(isAllowed(statements, buildGetItemCall('UNCLAIMED#1'))).toBe(false);
    expect(isAllowed(statements, buildGetItemCall())).toBe(true);
  });

  it('requires at least one key to match StringLike', () => {
    const statements = parseStatements({ ...readStatement, Condition: buildKeyCondition('StringLike', 'USER#*') });
    expect(isAllowed(statements, buildGetItemCall('USER#ann'))).toBe(true);
    expect(isAllowed(statements, buildGetItemCall('FILE#1'))).toBe(false);
    expect(isAllowed(statements, buildGetItemCall())).toBe(false);
  });

  it.each([
    ['the effect Deny', { ...readStatement, Effect: 'Deny' }, 'Policy has the effect Deny'],
    [
      'an unsupported operator',
      { ...readStatement, Condition: buildKeyCondition('StringEquals', 'USER#1') },
      'condition with StringEquals',
    ],
    [
      'an unsupported condition key',
      { ...readStatement, Condition: { StringLike: { 'aws:SourceIp': '*' } } },
      'Policy has a condition on aws:SourceIp',
    ],
    ['an unsupported element', { ...readStatement, NotAction: 'dynamodb:Scan' }, 'NotAction'],
  ])('rejects a policy with %s and names it', (_, statement, message) => {
    expect(() => parseStatements(statement)).toThrow(message);
  });
});
