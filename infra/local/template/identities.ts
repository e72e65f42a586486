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
    const arn = (service: string, path: string) => `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${path}`;

    switch (Type) {
      case 'AWS::DynamoDB::Table':
        return {
          ref: name,
          attributes: {
            Arn: arn('dynamodb', `table/${name}`),
            StreamArn: arn('dynamodb', `table/${name}/stream/local`),
          },
        };

      case 'AWS::S3::Bucket': {
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
      }

      case 'AWS::Cognito::UserPool': {
        const poolId = `${REGION}_${deriveId(name, 9)}`;
        const provider = `cognito-idp.${REGION}.amazonaws.com/${poolId}`;
        return {
          ref: poolId,
          attributes: {
            Arn: arn('cognito-idp', `userpool/${poolId}`),
            UserPoolId: poolId,
            ProviderName: provider,
            ProviderURL: `https://${provider}`,
          },
        };
      }

      case 'AWS::Cognito::UserPoolClient': {
        const clientId = deriveId(name, 26).toLowerCase();
        return { ref: clientId, attributes: { ClientId: clientId } };
      }

      case 'AWS::SecretsManager::Secret': {
        const secretArn = arn('secretsmanager', `secret:${name}-${deriveId(name, 6)}`);
        return { ref: secretArn, attributes: { Id: secretArn } };
      }

      case 'AWS::SQS::Queue':
        return {
          ref: `${origin}/aws/${ACCOUNT_ID}/${name}`,
          attributes: { Arn: arn('sqs', name), QueueName: name, QueueUrl: `${origin}/aws/${ACCOUNT_ID}/${name}` },
        };

      case 'AWS::Lambda::Function': {
        const functionName = typeof Properties.FunctionName === 'string' ? Properties.FunctionName : name;
        return { ref: functionName, attributes: { Arn: arn('lambda', `function:${functionName}`) } };
      }

      case 'AWS::ApiGatewayV2::Api': {
        const apiId = deriveId(name, 10).toLowerCase();
        const host = `${apiId}.execute-api.${REGION}.amazonaws.com`;
        // Only CloudFront uses the HTTP API's own URL. The local site calls the API directly.
        const ApiEndpoint = Properties.ProtocolType === 'WEBSOCKET' ? origin.replace('http', 'ws') : `https://${host}`;
        return { ref: apiId, attributes: { ApiId: apiId, ApiEndpoint } };
      }

      case 'AWS::Events::Rule':
        return { ref: name, attributes: { Arn: arn('events', `rule/${name}`) } };
      case 'AWS::IAM::Role':
        return { ref: name, attributes: { Arn: `arn:aws:iam::${ACCOUNT_ID}:role/${name}` } };
      case 'AWS::Logs::LogGroup':
        return { ref: name, attributes: { Arn: arn('logs', `log-group:${name}:*`) } };

      default:
        return { ref: name, attributes: {} };
    }
  };
}

/** Derives an ID of letters and digits from a name. */
function deriveId(name: string, length: number): string {
  const digest = createHash('sha256').update(name).digest('base64');
  return digest.replace(/[^A-Za-z0-9]/g, '').slice(0, length);
}
