import { AwsError, type AwsRestService } from '../http/aws-json-server.ts';
import { decoded } from '../http/router.ts';
import { MAX_MESSAGE_BYTES, type WebSocketApi } from './web-socket-api.ts';

/** The API by which functions reach open sockets: `@connections` below the address of the WebSocket API itself. */
export function connectionsApi(sockets: WebSocketApi): AwsRestService {
  return {
    pathPrefix: `/${sockets.stage}/`,
    signingName: 'execute-api',
    async handle({ method, url, body }) {
      const [, connectionId = ''] =
        new RegExp(`^/${sockets.stage}/@connections/([^/]+)$`).exec(decoded(url.pathname)) ?? [];
      if (!connectionId) throw new AwsError('NotFoundException', `Nothing is served at ${url.pathname}.`, 404);
      if (body.length > MAX_MESSAGE_BYTES) {
        throw new AwsError('PayloadTooLargeException', `A message has at most ${MAX_MESSAGE_BYTES} bytes.`, 413);
      }
      const connection = sockets.connection(connectionId);
      if (!connection) throw gone(connectionId);
      switch (method) {
        case 'POST':
          if (!connection.send(body.toString())) throw gone(connectionId);
          return { status: 200 };
        case 'GET': {
          const { connectedAt, sourceIp, userAgent } = connection.client;
          const state = {
            connectedAt: new Date(connectedAt).toISOString(),
            identity: { sourceIp, userAgent },
            lastActiveAt: new Date(connection.lastActiveAt).toISOString(),
          };
          return { status: 200, body: JSON.stringify(state) };
        }
        case 'DELETE':
          connection.close(1000);
          return { status: 204 };
        default:
          throw new AwsError('MethodNotAllowedException', `There is no ${method} of a connection.`, 405);
      }
    },
  };
}

function gone(connectionId: string): AwsError {
  return new AwsError('GoneException', `There is no open connection ${connectionId}.`, 410);
}
