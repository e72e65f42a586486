import type { Resolver } from './template.ts';

/** The types of resource that the local cloud runs. */
const SERVED = new Set([
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'Custom::S3BucketNotifications',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::SecretsManager::Secret',
  'AWS::SQS::Queue',
  'AWS::Lambda::Function',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Events::Rule',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Stage',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::S3::BucketPolicy',
  'AWS::IAM::Role',
  'AWS::IAM::Policy',
]);

/** The types that need nothing on this machine, each with the reason. */
const NOT_NEEDED: Readonly<Record<string, string>> = {
  'AWS::Lambda::Permission': 'says which service may invoke a function: here only this process can',
  'AWS::Logs::LogGroup': 'each function logs into a file of its own',
  'AWS::SQS::QueuePolicy': 'demands TLS, which nothing on the loopback interface uses',
  'AWS::CDK::Metadata': 'tells AWS which library made the template',
};

/**
 * Refuses a template that holds something the local cloud would have to leave out.
 *
 * @throws Error naming every such resource with its type.
 */
export function assertAllKnown(resolver: Resolver): void {
  const unknown = resolver
    .entries()
    .filter(({ resource }) => !SERVED.has(resource.Type) && !(resource.Type in NOT_NEEDED))
    .map(({ stack, logicalId, resource }) => `- ${resource.Type} (${logicalId} in ${stack})`);
  if (unknown.length === 0) return;
  throw new Error(
    `The local cloud cannot run these resources of the template:\n${unknown.join('\n')}\n` +
      'Serve them in infra/local, or list them in infra/local/template/resource-types.ts with the reason why they need nothing.',
  );
}
