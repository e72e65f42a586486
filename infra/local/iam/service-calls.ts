import { ACCOUNT_ID, REGION } from '../template/identities.ts';
import type { Call } from './policy.ts';

type Input = Readonly<Record<string, unknown>>;

/** What an operation of Secrets Manager asks to do, as IAM sees it. Secrets are named by their ARN. */
export function secretsManagerCall(operation: string, { SecretId }: Input): Call {
  return { action: `secretsmanager:${operation}`, resource: String(SecretId) };
}

/** What an operation of Cognito asks to do, as IAM sees it. */
export function userPoolCall(operation: string, { UserPoolId }: Input): Call {
  return { action: `cognito-idp:${operation}`, resource: arn('cognito-idp', `userpool/${UserPoolId}`) };
}

/** What an operation of SQS asks to do, as IAM sees it. */
export function queueCall(operation: string, { QueueUrl, QueueName }: Input): Call {
  const name = String(QueueUrl ?? QueueName)
    .split('/')
    .at(-1);
  return { action: `sqs:${operation}`, resource: arn('sqs', String(name)) };
}

/** What a request to Lambda's API asks to do, as IAM sees it; of its operations the local cloud has but Invoke. */
export function invokeCall({ url }: { readonly url: URL }): Call {
  const [, named = ''] = /\/functions\/([^/]+)\//.exec(url.pathname) ?? [];
  const name = decodeURIComponent(named)
    .replace(/:\$LATEST$/, '')
    .split(':')
    .at(-1);
  return { action: 'lambda:InvokeFunction', resource: arn('lambda', `function:${name}`) };
}

/**
 * What a request to the connections of a WebSocket API asks to do, as IAM sees it.
 *
 * @param apiId - the API's id: locally no host name tells it
 */
export function connectionsCall(apiId: string) {
  return ({ method, url }: { readonly method: string; readonly url: URL }): Call => {
    const [, stage = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    return {
      action: 'execute-api:ManageConnections',
      resource: arn('execute-api', [apiId, stage, method, ...rest].join('/')),
    };
  };
}

function arn(service: string, path: string): string {
  return `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${path}`;
}
