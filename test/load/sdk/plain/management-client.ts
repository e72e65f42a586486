/** `lambdas/sockets/management-client.ts` with the plain SDK: the baseline of part `sdk`. */
import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { readSetting } from '../../../../lambdas/platform/config.ts';

let client: ApiGatewayManagementApiClient | undefined;

/** Returns the client that reaches open sockets, created once per function instance. */
export function managementClient(): ApiGatewayManagementApiClient {
  client ??= new ApiGatewayManagementApiClient({
    endpoint: managementEndpoint(readSetting('SOCKET_URL'), process.env.AWS_ENDPOINT_URL),
  });
  return client;
}

/**
 * Returns the management endpoint of the WebSocket API: its URL, over HTTP. Emulators serve all of AWS at one
 * URL (`AWS_ENDPOINT_URL`), where the API's host name doesn't resolve and the API is a path.
 */
export function managementEndpoint(socketUrl: string, awsUrl: string | undefined): string {
  if (!awsUrl) return socketUrl.replace(/^ws/, 'http');
  const { hostname, pathname } = new URL(socketUrl);
  return `${awsUrl.replace(/\/$/, '')}/_aws/execute-api/${hostname.split('.', 1)[0]}${pathname}`;
}
