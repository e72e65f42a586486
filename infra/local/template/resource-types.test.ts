/** Tests that the local cloud refuses a template with resources that it can't run. */
import { expect, it } from 'vitest';
import { deriveIdentities } from './identities.ts';
import { assertAllSupported } from './resource-types.ts';
import { parseStack, Resolver } from './template.ts';

/** Creates the resolver of a template with resources of these types, by their logical IDs. */
const createResolver = (types: Record<string, string>) =>
  new Resolver(
    [parseStack('app', { Resources: Object.fromEntries(Object.entries(types).map(([id, Type]) => [id, { Type }])) })],
    { pseudoParameters: {}, identify: deriveIdentities('http://127.0.0.1:1') },
  );

it('accepts supported resource types', () => {
  expect(() => assertAllSupported(createResolver({ A: 'AWS::DynamoDB::Table', B: 'AWS::IAM::Role' }))).not.toThrow();
});

it('rejects a template and names every unsupported resource', () => {
  const resolver = createResolver({
    Mailer: 'AWS::SES::EmailIdentity',
    Table: 'AWS::DynamoDB::Table',
    Bus: 'AWS::Events::EventBus',
  });

  expect(() => assertAllSupported(resolver)).toThrow(
    /AWS::SES::EmailIdentity \(Mailer in app\)\n- AWS::Events::EventBus \(Bus in app\)/,
  );
});
