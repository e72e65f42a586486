import { ACCOUNT_ID, REGION } from '../template/identities.ts';
import type { Call } from './policy.ts';

type Input = Readonly<Record<string, unknown>>;

/** Returns the call that IAM checks for a Secrets Manager operation. `SecretId` must be an ARN. */
export function toSecretsManagerCall(operation: string, { SecretId }: Input): Call {
  return { action: `secretsmanager:${operation}`, resource: String(SecretId) };
}

/** Returns the call that IAM checks for a Cognito operation. */
export function toUserPoolCall(operation: string, { UserPoolId }: Input): Call {
  return { action: `cognito-idp:${operation}`, resource: buildArn('cognito-idp', `userpool/${UserPoolId}`) };
}

/** Returns the call that IAM checks for an SQS operation. */
export function toQueueCall(operation: string, { QueueUrl, QueueName }: Input): Call {
  const name = String(QueueUrl ?? QueueName)
    .split('/')
    .at(-1);
  return { action: `sqs:${operation}`, resource: buildArn('sqs', String(name)) };
}

/** Returns the call that IAM checks for Lambda's Invoke, the only supported operation. */
export function toInvokeCall({ url }: { readonly url: URL }): Call {
  const [, segment = ''] = /\/functions\/([^/]+)\//.exec(url.pathname) ?? [];
  const name = decodeURIComponent(segment)
    .replace(/:\$LATEST$/, '')
    .split(':')
    .at(-1);
  return { action: 'lambda:InvokeFunction', resource: buildArn('lambda', `function:${name}`) };
}

/** Returns a function that maps a request for WebSocket connections to the call that IAM checks. */
export function createConnectionsCallMapper(apiId: string) {
  return ({ method, url }: { readonly method: string; readonly url: URL }): Call => {
    const [, stage = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    return {
      action: 'execute-api:ManageConnections',
      resource: buildArn('execute-api', [apiId, stage, method, ...rest].join('/')),
    };
  };
}

function buildArn(service: string, path: string): string {
  return `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${path}`;
}
