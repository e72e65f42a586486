/** Tests of the evaluator of CloudFormation's intrinsic functions in the template. */
import { describe, expect, it } from 'vitest';
import { parseStack, Resolver } from './template.ts';

/** Returns a reference in the syntax of `Fn::Sub`. */
const formatReference = (name: string) => `\${${name}}`;

const baseStack = parseStack('base', {
  Parameters: { Version: { Type: 'String', Default: '7' } },
  Resources: {
    Table: { Type: 'Some::Table', Properties: { Name: { 'Fn::Sub': `members-${formatReference('AWS::Region')}` } } },
    Queue: { Type: 'Some::Queue' },
  },
  Outputs: { TableArn: { Value: { 'Fn::GetAtt': ['Table', 'Arn'] }, Export: { Name: 'base:TableArn' } } },
});
const upperStack = parseStack('upper', { Resources: { Function: { Type: 'Some::Function' } } });

const resolver = new Resolver([baseStack, upperStack], {
  pseudoParameters: { 'AWS::Region': 'us-east-1', 'AWS::Partition': 'aws' },
  identify: (stack, logicalId) => ({
    ref: `${stack}-${logicalId}`,
    attributes: { Arn: `arn:${logicalId}`, 'Nested.Part': 'part' },
  }),
});

describe('Resolver', () => {
  it.each<[label: string, value: unknown, expectedValue: unknown]>([
    ['Ref of a resource', { Ref: 'Table' }, 'base-Table'],
    ['Ref of a pseudo parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['Ref of the stack itself', { Ref: 'AWS::StackName' }, 'base'],
    ['Ref of a parameter', { Ref: 'Version' }, '7'],
    ['GetAtt as a list', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:Table'],
    ['GetAtt as text, with a dotted attribute', { 'Fn::GetAtt': 'Table.Nested.Part' }, 'part'],
    ['Join of intrinsics', { 'Fn::Join': ['/', ['a', { Ref: 'Queue' }]] }, 'a/base-Queue'],
    ['Select out of Split', { 'Fn::Select': ['1', { 'Fn::Split': ['-', { Ref: 'Table' }] }] }, 'Table'],
    [
      // `${!Kept}` is the escape of the text `${Kept}`.
      'Sub of an attribute, a resource, a pseudo parameter, and an escape',
      { 'Fn::Sub': ['Table.Arn', 'Queue', 'AWS::Partition', '!Kept'].map(formatReference).join(' ') },
      `arn:Table base-Queue aws ${formatReference('Kept')}`,
    ],
    [
      'Sub with variables',
      { 'Fn::Sub': [`${formatReference('A')}-${formatReference('Queue')}`, { A: { Ref: 'Table' } }] },
      'base-Table-base-Queue',
    ],
    ['ImportValue', { 'Fn::ImportValue': 'base:TableArn' }, 'arn:Table'],
    [
      'intrinsics inside an object and a list',
      { list: [{ Ref: 'Table' }, 1, null, true] },
      { list: ['base-Table', 1, null, true] },
    ],
  ])('evaluates %s', (_, value, expectedValue) => {
    expect(resolver.resolve('base', value)).toEqual(expectedValue);
  });

  it('resolves exports of other stacks', () => {
    expect(resolver.resolve('upper', { 'Fn::ImportValue': 'base:TableArn' })).toBe('arn:Table');
  });

  it('does not evaluate an object with more keys than an intrinsic function', () => {
    expect(resolver.resolve('base', { Ref: 'AWS::Region', Other: 1 })).toEqual({ Ref: 'AWS::Region', Other: 1 });
  });

  it.each([
    ['an unknown function', { 'Fn::Cidr': [] }, 'base.here uses Fn::Cidr'],
    ['an unknown resource', { Ref: 'Nowhere' }, 'base.here refers to Nowhere'],
    ['a resource of another stack', { Ref: 'Function' }, 'base.here refers to Function'],
    ['an unknown attribute', { 'Fn::GetAtt': ['Table', 'Colour'] }, 'Table.Colour'],
    ['an unknown export', { 'Fn::ImportValue': 'nothing' }, 'imports nothing'],
    ['a list that is too short', { 'Fn::Select': [3, ['a']] }, 'item 3 of 1'],
  ])('rejects %s and names its place', (_, value, message) => {
    expect(() => resolver.resolve('base', value, 'here')).toThrow(message);
  });

  it('returns the resources of a type with resolved properties', () => {
    expect(resolver.ofType('Some::Table')).toMatchObject([
      { stack: 'base', logicalId: 'Table', ref: 'base-Table', properties: { Name: 'members-us-east-1' } },
    ]);
  });
});
