import { AwsError, type AwsRestService } from '../http/aws-json-server.ts';
import { decodePath } from '../http/router.ts';
import { MAX_MESSAGE_BYTES, type WebSocketApi } from './web-socket-api.ts';

/** Creates the API that functions use to reach open sockets: `@connections` below the WebSocket API's URL. */
export function createConnectionsApi(sockets: WebSocketApi): AwsRestService {
  const connectionPath = new RegExp(`^/${sockets.stage}/@connections/([^/]+)$`);

  return {
    pathPrefix: `/${sockets.stage}/`,
    signingName: 'execute-api',
    async handle({ method, url, body }) {
      const [, connectionId = ''] = connectionPath.exec(decodePath(url.pathname)) ?? [];
      if (!connectionId) throw new AwsError('NotFoundException', `Unknown path ${url.pathname}.`, 404);
      if (body.length > MAX_MESSAGE_BYTES) {
        throw new AwsError('PayloadTooLargeException', `The message is longer than ${MAX_MESSAGE_BYTES} bytes.`, 413);
      }

      const connection = sockets.findConnection(connectionId);
      if (!connection) throw buildGoneError(connectionId);

      switch (method) {
        case 'POST':
          if (!connection.send(body.toString())) throw buildGoneError(connectionId);
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
          throw new AwsError('MethodNotAllowedException', `Connections do not support ${method}.`, 405);
      }
    },
  };
}

function buildGoneError(connectionId: string): AwsError {
  return new AwsError('GoneException', `The connection ${connectionId} is not open.`, 410);
}
