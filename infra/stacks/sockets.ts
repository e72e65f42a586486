import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { BundledFunction } from '../constructs/bundled-function.ts';
import type { CallerHashKeys } from '../constructs/caller-hash-keys.ts';
import { FailureQueue } from '../constructs/failure-queue.ts';
import type { SingleTable } from '../constructs/single-table.ts';
import { SocketApi } from '../constructs/socket-api.ts';
import { formatSocketFunctionName } from '../constructs/socket-requests.ts';
import { allowSendingToMembers } from '../routes/send-to-members.ts';
import { listSocketRoutes } from '../routes/sockets.ts';
import type { Stage } from '../stage.ts';

interface SocketsStackProps extends StackProps {
  readonly stage: Stage;
  /** Bundle folders by function name. */
  readonly bundles: Readonly<Record<string, string>>;
  readonly table: SingleTable;
  readonly callerHashKeys: CallerHashKeys;
}

/** The WebSocket API, with one function per route. Endpoints of the HTTP API also send frames through it. */
export class SocketsStack extends Stack {
  readonly sockets: SocketApi;
  /** Names of the routes' functions. */
  readonly functionNames: readonly string[];
  /** Names of the queues for failed events, by function. */
  readonly failureQueues: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { stage, bundles, table, callerHashKeys, ...props }: SocketsStackProps) {
    super(scope, id, props);
    this.sockets = new SocketApi(this, 'Sockets', stage);
    this.functionNames = listSocketRoutes().map(({ route, grant }) => {
      const { name, summary: description } = route;
      const fn = new BundledFunction(this, name, { stage, name, bundle: bundles[name]!, description });
      grant(fn, { table, callerHashKeys, sockets: this.sockets });
      this.sockets.addRoute(route.key, name, fn);
      return fn.function.functionName;
    });

    // Functions of the storage stack call these functions by name.
    const addRequestFunction = (
      id: string,
      request: Parameters<typeof formatSocketFunctionName>[1],
      description: string,
    ) => {
      const name = `triggers-${request}`;
      const functionName = formatSocketFunctionName(stage, request);
      return new BundledFunction(this, id, { stage, name, functionName, bundle: bundles[name]!, description });
    };

    const sendDepth = addRequestFunction('SendDepth', 'send-depth', "Sends a member's depth to their open sockets");
    table.allow(sendDepth, { USER: ['GetItem'] });
    allowSendingToMembers(sendDepth, { table, callerHashKeys, sockets: this.sockets });

    const closeSocket = addRequestFunction('CloseSocket', 'close-socket', 'Closes a socket after a password reset');
    this.sockets.allowClosing(closeSocket);

    const failures = new FailureQueue(this, 'SocketRequestFailures', sendDepth.function, closeSocket.function);
    this.failureQueues = { SocketRequest: failures.queueName };

    new CfnOutput(this, 'SocketUrl', { value: this.sockets.url });
  }
}
