import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { BundledFunction } from '../constructs/bundled-function.ts';
import type { CallerHashKeys } from '../constructs/caller-hash-keys.ts';
import { depthFunctionName } from '../constructs/depth-notices.ts';
import type { SingleTable } from '../constructs/single-table.ts';
import { SocketApi } from '../constructs/socket-api.ts';
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
  /** Names of all functions that send frames. */
  readonly functionNames: readonly string[];

  constructor(scope: Construct, id: string, { stage, bundles, table, callerHashKeys, ...props }: SocketsStackProps) {
    super(scope, id, props);
    this.sockets = new SocketApi(this, 'Sockets', stage);
    const routeFunctions = listSocketRoutes().map(({ route, grant }) => {
      const { name, summary: description } = route;
      const fn = new BundledFunction(this, name, { stage, name, bundle: bundles[name]!, description });
      grant(fn, { table, callerHashKeys, sockets: this.sockets });
      this.sockets.addRoute(route.key, name, fn);
      return fn.function.functionName;
    });
    const sendDepth = new BundledFunction(this, 'SendDepth', {
      stage,
      name: 'triggers-send-depth',
      functionName: depthFunctionName(stage),
      bundle: bundles['triggers-send-depth']!,
      description: "Sends a member's depth after a file was recorded or deleted for them",
    });
    table.allow(sendDepth, { USER: ['GetItem'] });
    allowSendingToMembers(sendDepth, { table, callerHashKeys, sockets: this.sockets });
    this.functionNames = [...routeFunctions, sendDepth.function.functionName];
    new CfnOutput(this, 'SocketUrl', { value: this.sockets.url });
  }
}
