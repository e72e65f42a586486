/*
 * A WebSocket API and a client for the tests of this folder.
 */
import { once } from 'node:events';
import WebSocket, { type ClientOptions } from 'ws';
import { AwsJsonServer } from '../http/aws-json-server.ts';
import { HttpServer } from '../http/http-server.ts';
import type { Outcome } from '../lambda/sandbox.ts';
import { deriveIdentities } from '../template/identities.ts';
import { parseStack, Resolver, type Stack } from '../template/template.ts';
import type { ConnectionLimits } from './connection.ts';
import { createConnectionsApi } from './connections-api.ts';
import { WebSocketApi } from './web-socket-api.ts';

/** The event that a function of the fixture receives. */
interface SocketEvent {
  readonly requestContext: Readonly<Record<string, unknown>> & { readonly connectionId: string };
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly multiValueHeaders?: Readonly<Record<string, string[]>>;
  readonly queryStringParameters?: Readonly<Record<string, string>>;
  readonly multiValueQueryStringParameters?: Readonly<Record<string, string[]>>;
}

/** The functions of a test, by route key. */
export type FixtureFunctions = Readonly<Record<string, (event: SocketEvent) => unknown>>;

/**
 * Builds a stack with a WebSocket API of these routes. The ARN of a route's function is its route key.
 *
 * @param route - properties that replace those of all routes
 * @param api - properties that replace those of the API
 */
export function buildSocketStack(routeKeys: readonly string[], route: object = {}, api: object = {}): Stack {
  const ApiId = { Ref: 'Api' };
  const parts = routeKeys.map((RouteKey, index) => {
    const IntegrationUri = {
      'Fn::Sub': `arn:aws:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/${RouteKey}/invocations`,
    };
    const Target = { 'Fn::Join': ['', ['integrations/', { Ref: `Integration${index}` }]] };

    return [
      [
        `Integration${index}`,
        { Type: 'AWS::ApiGatewayV2::Integration', Properties: { ApiId, IntegrationType: 'AWS_PROXY', IntegrationUri } },
      ],
      [
        `Route${index}`,
        {
          Type: 'AWS::ApiGatewayV2::Route',
          Properties: { ApiId, RouteKey, Target, AuthorizationType: 'NONE', ...route },
        },
      ],
    ] as const;
  });
  const Properties = { ProtocolType: 'WEBSOCKET', RouteSelectionExpression: '$request.body.action', ...api };

  return parseStack('app', {
    Resources: {
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties },
      Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId, StageName: 'live', AutoDeploy: true } },
      // The WebSocket API must ignore this HTTP API.
      HttpApi: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'HTTP' } },
      HttpStage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: { Ref: 'HttpApi' }, StageName: '$default' } },
      HttpRoute: {
        Type: 'AWS::ApiGatewayV2::Route',
        Properties: { ApiId: { Ref: 'HttpApi' }, RouteKey: 'GET /', Target: 'integrations/none', AuthorizerId: 'pool' },
      },
      ...Object.fromEntries(parts.flat()),
    },
  });
}

/** Creates a resolver for a stack whose APIs are at this origin. */
export function createResolver(stack: Stack, origin = 'http://127.0.0.1:1'): Resolver {
  return new Resolver([stack], {
    pseudoParameters: { 'AWS::Region': 'us-east-1' },
    identify: deriveIdentities(origin),
  });
}

/** The access key that signs calls of the @connections API. */
export const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };

/** Starts a WebSocket API that runs these functions, with its @connections API. */
export async function startSockets(functions: FixtureFunctions, limits?: Partial<ConnectionLimits>) {
  const awsServer = new AwsJsonServer(credentials);
  const server = new HttpServer(awsServer.handle);
  const url = `http://127.0.0.1:${await server.start()}`;
  const faults = { dropDisconnects: false };
  const events: SocketEvent[] = [];

  const invoke = async (key: string, event: unknown): Promise<Outcome> => {
    // As on Lambda, values that JSON cannot represent are lost.
    const socketEvent: SocketEvent = JSON.parse(JSON.stringify(event));
    events.push(socketEvent);
    try {
      const result = await functions[key]?.(socketEvent);
      return { ok: true, payload: JSON.stringify(result ?? null) };
    } catch (error) {
      return { ok: false, timedOut: false, error: { errorType: 'Error', errorMessage: String(error) } };
    }
  };

  const resolver = createResolver(buildSocketStack(Object.keys(functions)), url);
  const sockets = new WebSocketApi({ resolver, invoke, faults, limits });
  awsServer.addRest(createConnectionsApi(sockets));
  server.mount(sockets.stage, awsServer.handle, (request, stream, head) => sockets.upgrade(request, stream, head));

  return {
    sockets,
    faults,
    events,
    eventsOf: (routeKey: string) => events.filter(({ requestContext }) => requestContext.routeKey === routeKey),
    endpoint: sockets.url.replace('ws', 'http'),
    close: async () => {
      await sockets.close();
      await server.close();
    },
  };
}

/** A WebSocket client that records the frames it receives. */
export class TestClient {
  readonly socket: WebSocket;
  readonly receivedFrames: string[] = [];
  /** Resolves with the close code and reason when the socket has closed. */
  readonly closeEvent: Promise<[code: number, reason: string]>;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.receivedFrames.push(data.toString()));
    socket.on('error', () => {});
    this.closeEvent = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve([code, reason.toString()]));
    });
  }

  /** Opens a socket. Throws an error with the status if the handshake is rejected. */
  static async open(url: string, options?: ClientOptions): Promise<TestClient> {
    const client = new TestClient(new WebSocket(url, options));
    await once(client.socket, 'open');
    return client;
  }

  send(frame: object | string): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }
}

/** Opens a socket and returns the status and body with which the handshake is rejected. */
export function getRejection(url: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.on('open', () => reject(new Error('The handshake was accepted.')));
    socket.on('error', () => {});
    socket.on('unexpected-response', async (_request, response) => {
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(await response.toArray()).toString() });
    });
  });
}
