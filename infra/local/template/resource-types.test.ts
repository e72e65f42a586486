import { expect, it } from 'vitest';
import { identifier } from './identities.ts';
import { assertAllKnown } from './resource-types.ts';
import { parseStack, Resolver } from './template.ts';

const resolverOf = (types: Record<string, string>) =>
  new Resolver(
    [parseStack('app', { Resources: Object.fromEntries(Object.entries(types).map(([id, Type]) => [id, { Type }])) })],
    { pseudoParameters: {}, identify: identifier('http://127.0.0.1:1') },
  );

it('accepts what is served and what needs nothing', () => {
  expect(() => assertAllKnown(resolverOf({ A: 'AWS::DynamoDB::Table', B: 'AWS::IAM::Role' }))).not.toThrow();
});

it('names every resource that it cannot run', () => {
  const resolver = resolverOf({
    Mailer: 'AWS::SES::EmailIdentity',
    Table: 'AWS::DynamoDB::Table',
    Bus: 'AWS::Events::EventBus',
  });
  expect(() => assertAllKnown(resolver)).toThrow(
    /AWS::SES::EmailIdentity \(Mailer in app\)\n- AWS::Events::EventBus \(Bus in app\)/,
  );
});
