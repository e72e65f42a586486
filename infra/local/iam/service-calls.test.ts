import { describe, expect, it } from 'vitest';
import { toConnectionsCall, toInvokeCall, toQueueCall, toUserPoolCall } from './service-calls.ts';

const url = (path: string) => new URL(path, 'http://127.0.0.1:1');
const arn = (service: string, path: string) => `arn:aws:${service}:us-east-1:000000000000:${path}`;

describe('service calls', () => {
  it('uses the user pool as the resource of a Cognito call', () => {
    expect(toUserPoolCall('AdminGetUser', { UserPoolId: 'us-east-1_abc', Username: 'ann' })).toEqual({
      action: 'cognito-idp:AdminGetUser',
      resource: arn('cognito-idp', 'userpool/us-east-1_abc'),
    });
  });

  it.each([{ QueueUrl: 'http://127.0.0.1:1/000000000000/app-Failures' }, { QueueName: 'app-Failures' }])(
    'uses the queue as the resource of an SQS call with %j',
    (input) => {
      expect(toQueueCall('SendMessage', input)).toEqual({
        action: 'sqs:SendMessage',
        resource: arn('sqs', 'app-Failures'),
      });
    },
  );

  it.each(['app-Purge', 'app-Purge:$LATEST', arn('lambda', 'function:app-Purge'), '000000000000:function:app-Purge'])(
    'uses the function as the resource of a Lambda call for %s',
    (name) => {
      expect(toInvokeCall({ url: url(`/2015-03-31/functions/${encodeURIComponent(name)}/invocations`) })).toEqual({
        action: 'lambda:InvokeFunction',
        resource: arn('lambda', 'function:app-Purge'),
      });
    },
  );

  it('includes stage, method, and connection in the resource of a call to a WebSocket connection', () => {
    expect(toConnectionsCall('api1')({ method: 'POST', url: url('/live/%40connections/abc%3D') })).toEqual({
      action: 'execute-api:ManageConnections',
      resource: arn('execute-api', 'api1/live/POST/@connections/abc='),
    });
  });
});
