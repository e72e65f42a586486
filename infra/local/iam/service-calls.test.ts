/** Tests of the IAM calls of requests to Cognito, SQS, Lambda, and WebSocket connections. */
import { describe, expect, it } from 'vitest';
import { createConnectionsCallMapper, toInvokeCall, toQueueCall, toUserPoolCall } from './service-calls.ts';

const buildUrl = (path: string) => new URL(path, 'http://127.0.0.1:1');
const buildArn = (service: string, path: string) => `arn:aws:${service}:us-east-1:000000000000:${path}`;

describe('service calls', () => {
  it('uses the user pool as the resource of a Cognito call', () => {
    expect(toUserPoolCall('AdminGetUser', { UserPoolId: 'us-east-1_abc', Username: 'ann' })).toEqual({
      action: 'cognito-idp:AdminGetUser',
      resource: buildArn('cognito-idp', 'userpool/us-east-1_abc'),
    });
  });

  it.each([{ QueueUrl: 'http://127.0.0.1:1/000000000000/app-Failures' }, { QueueName: 'app-Failures' }])(
    'uses the queue as the resource of an SQS call with %j',
    (input) => {
      expect(toQueueCall('SendMessage', input)).toEqual({
        action: 'sqs:SendMessage',
        resource: buildArn('sqs', 'app-Failures'),
      });
    },
  );

  it.each([
    'app-Purge',
    'app-Purge:$LATEST',
    buildArn('lambda', 'function:app-Purge'),
    '000000000000:function:app-Purge',
  ])('uses the function as the resource of a Lambda call for %s', (name) => {
    expect(toInvokeCall({ url: buildUrl(`/2015-03-31/functions/${encodeURIComponent(name)}/invocations`) })).toEqual({
      action: 'lambda:InvokeFunction',
      resource: buildArn('lambda', 'function:app-Purge'),
    });
  });

  it('includes stage, method, and connection in the resource of a call to a WebSocket connection', () => {
    expect(
      createConnectionsCallMapper('api1')({ method: 'POST', url: buildUrl('/live/%40connections/abc%3D') }),
    ).toEqual({
      action: 'execute-api:ManageConnections',
      resource: buildArn('execute-api', 'api1/live/POST/@connections/abc='),
    });
  });
});
