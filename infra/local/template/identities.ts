import { createHash } from 'node:crypto';
import type { Identity, TemplateResource } from './template.ts';

export const REGION = 'us-east-1';
export const ACCOUNT_ID = '000000000000';

export const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT_ID,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** Builds the ARN of a resource in this region and account. */
const buildArn = (service: string, path: string) => `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${path}`;

/** Derives an ID of letters and digits from a name. */
function deriveId(name: string, length: number): string {
  const digest = createHash('sha256').update(name).digest('base64');
  return digest.replace(/[^A-Za-z0-9]/g, '').slice(0, length);
}

interface NamedResource {
  /** The stack and the logical ID. */
  readonly name: string;
  readonly properties: TemplateResource['Properties'];
  /** The local cloud's URL, without a path. */
  readonly origin: string;
}

/** How to derive the `Ref` and attributes of a resource, by its type. */
const IDENTITIES: Readonly<Record<string, (resource: NamedResource) => Identity>> = {
  'AWS::DynamoDB::Table': ({ name }) => ({
    ref: name,
    attributes: {
      Arn: buildArn('dynamodb', `table/${name}`),
      StreamArn: buildArn('dynamodb', `table/${name}/stream/local`),
    },
  }),

  'AWS::S3::Bucket': ({ name }) => {
    // S3 allows at most 63 characters, and no capitals.
    const bucket = name.toLowerCase().slice(0, 63);
    return {
      ref: bucket,
      attributes: {
        Arn: `arn:aws:s3:::${bucket}`,
        DomainName: `${bucket}.s3.amazonaws.com`,
        RegionalDomainName: `${bucket}.s3.${REGION}.amazonaws.com`,
      },
    };
  },

  'AWS::Cognito::UserPool': ({ name }) => {
    const poolId = `${REGION}_${deriveId(name, 9)}`;
    const provider = `cognito-idp.${REGION}.amazonaws.com/${poolId}`;
    return {
      ref: poolId,
      attributes: {
        Arn: buildArn('cognito-idp', `userpool/${poolId}`),
        UserPoolId: poolId,
        ProviderName: provider,
        ProviderURL: `https://${provider}`,
      },
    };
  },

  'AWS::Cognito::UserPoolClient': ({ name }) => {
    const clientId = deriveId(name, 26).toLowerCase();
    return { ref: clientId, attributes: { ClientId: clientId } };
  },

  'AWS::SecretsManager::Secret': ({ name }) => {
    const secretArn = buildArn('secretsmanager', `secret:${name}-${deriveId(name, 6)}`);
    return { ref: secretArn, attributes: { Id: secretArn } };
  },

  'AWS::SQS::Queue': ({ name, origin }) => {
    const queueUrl = `${origin}/aws/${ACCOUNT_ID}/${name}`;
    return { ref: queueUrl, attributes: { Arn: buildArn('sqs', name), QueueName: name, QueueUrl: queueUrl } };
  },

  'AWS::Lambda::Function': ({ name, properties }) => {
    const functionName = typeof properties.FunctionName === 'string' ? properties.FunctionName : name;
    return { ref: functionName, attributes: { Arn: buildArn('lambda', `function:${functionName}`) } };
  },

  'AWS::ApiGatewayV2::Api': ({ name, properties, origin }) => {
    const apiId = deriveId(name, 10).toLowerCase();
    const host = `${apiId}.execute-api.${REGION}.amazonaws.com`;
    // Only CloudFront uses the HTTP API's own URL. The local site calls the API directly.
    const ApiEndpoint = properties.ProtocolType === 'WEBSOCKET' ? origin.replace('http', 'ws') : `https://${host}`;
    return { ref: apiId, attributes: { ApiId: apiId, ApiEndpoint } };
  },

  'AWS::Events::Rule': ({ name }) => ({ ref: name, attributes: { Arn: buildArn('events', `rule/${name}`) } }),
  'AWS::IAM::Role': ({ name }) => ({ ref: name, attributes: { Arn: `arn:aws:iam::${ACCOUNT_ID}:role/${name}` } }),
  'AWS::Logs::LogGroup': ({ name }) => ({ ref: name, attributes: { Arn: buildArn('logs', `log-group:${name}:*`) } }),
};

/**
 * Returns a function that derives a resource's `Ref` and attributes from its logical ID.
 *
 * The values are the same at every start, so that stored data is found again.
 *
 * @param origin the local cloud's URL, without a path.
 */
export function deriveIdentities(origin: string) {
  return (stack: string, logicalId: string, { Type, Properties }: TemplateResource): Identity => {
    const name = `${stack}-${logicalId}`;
    return IDENTITIES[Type]?.({ name, properties: Properties, origin }) ?? { ref: name, attributes: {} };
  };
}
