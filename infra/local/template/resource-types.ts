import type { Resolver } from './template.ts';

/** Resource types that the local cloud runs. */
const SUPPORTED_TYPES = new Set([
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'Custom::S3BucketNotifications',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::SecretsManager::Secret',
  'AWS::SQS::Queue',
  'AWS::Lambda::Function',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Events::Rule',
  'AWS::GuardDuty::MalwareProtectionPlan',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Stage',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::S3::BucketPolicy',
  'AWS::IAM::Role',
  'AWS::IAM::Policy',
]);

/** Resource types that the local cloud ignores, with the reason. */
const IGNORED_TYPES: Readonly<Record<string, string>> = {
  'AWS::Lambda::Permission': 'only this process can invoke functions here',
  'AWS::Logs::LogGroup': 'each function logs to a file',
  'AWS::Logs::MetricFilter': 'only alarms on AWS read the metric',
  'AWS::SQS::QueuePolicy': 'requires TLS, and lets only EventBridge send, which delivers every event here',
  'Custom::S3AutoDeleteObjects': 'empties a bucket when its stack is deleted',
  'AWS::CDK::Metadata': 'reports the CDK version to AWS',
};

/**
 * Checks that the local cloud supports or deliberately ignores every resource.
 *
 * @throws Error listing the unsupported resources with their types.
 */
export function assertAllSupported(resolver: Resolver): void {
  const unsupportedResources = resolver
    .listResources()
    .filter(({ resource }) => !SUPPORTED_TYPES.has(resource.Type) && !(resource.Type in IGNORED_TYPES))
    .map(({ stack, logicalId, resource }) => `- ${resource.Type} (${logicalId} in ${stack})`);
  if (unsupportedResources.length === 0) return;

  throw new Error(
    `The local cloud does not support these resources of the template:\n${unsupportedResources.join('\n')}\n` +
      'Add a service in infra/local/services.ts, or ignore them in infra/local/template/resource-types.ts.',
  );
}
