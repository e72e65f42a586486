import { Fn, Validations } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';

/** The WebSocket API. Routes frames by their `action`. */
export class SocketApi extends Construct {
  /** The URL that browsers connect to: `wss://…`, without the ticket. */
  readonly url: string;
  readonly apiId: string;
  readonly #api: apigateway.WebSocketApi;
  readonly #stage: apigateway.WebSocketStage;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#api = new apigateway.WebSocketApi(this, 'Api', {
      apiName: `fathom-${stage.name}-sockets`,
      routeSelectionExpression: '$request.body.action',
    });
    this.apiId = this.#api.apiId;
    this.#stage = new apigateway.WebSocketStage(this, 'Stage', {
      webSocketApi: this.#api,
      stageName: 'live',
      autoDeploy: true,
      throttle: { rateLimit: stage.framesPerSecond, burstLimit: stage.frameBurst },
    });

    Validations.of(this).acknowledge(
      {
        id: 'AwsSolutions-APIG4',
        reason: 'The $connect function checks the ticket, and the other routes need an open connection.',
      },
      {
        id: 'AwsSolutions-APIG1',
        reason:
          'Access logs of a WebSocket API need an account-wide role. Functions log each new socket, each frame, and ' +
          'each failure.',
      },
    );
    this.url = Fn.join('/', [this.#api.apiEndpoint, this.#stage.stageName]);
  }

  /** Connects a route to a function. */
  addRoute(key: string, id: string, fn: BundledFunction): void {
    this.#api.addRoute(key, { integration: new WebSocketLambdaIntegration(id, fn.function) });
  }

  /** Lets a function send frames to open sockets. */
  allowSending(fn: BundledFunction): void {
    fn.setEnvironment('SOCKET_URL', this.url);
    fn.allow(['execute-api:ManageConnections'], [this.#formatConnectionsArn('POST')]);
  }

  /** Lets a function close open sockets. */
  allowClosing(fn: BundledFunction): void {
    fn.setEnvironment('SOCKET_URL', this.url);
    fn.allow(['execute-api:ManageConnections'], [this.#formatConnectionsArn('DELETE')]);
  }

  #formatConnectionsArn(method: 'POST' | 'DELETE'): string {
    return this.#api.arnForExecuteApiV2(`${method}/@connections/*`, this.#stage.stageName);
  }
}
