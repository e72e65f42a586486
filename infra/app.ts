import { join } from 'node:path';
import { type App, Tags } from 'aws-cdk-lib';
import { bundleLambdas } from './lambda-bundles.ts';
import { ApiStack } from './stacks/api.ts';
import { OperationsStack } from './stacks/operations.ts';
import { SiteStack } from './stacks/site.ts';
import { SocketsStack } from './stacks/sockets.ts';
import { StorageStack } from './stacks/storage.ts';
import { readStage } from './stage.ts';

/** Builds all stacks of the stage in the app's context. */
export function buildStacks(app: App): {
  storage: StorageStack;
  sockets: SocketsStack;
  api: ApiStack;
  site: SiteStack;
  operations: OperationsStack;
} {
  const stage = readStage(app.node);
  // Bundles go next to the templates, so that several apps can be synthesised at once.
  const bundles = bundleLambdas(join(app.outdir, 'bundles'), app.node.tryGetContext('bundles'));
  const name = (part: string) => `fathom-${stage.name}-${part}`;
  const storage = new StorageStack(app, name('storage'), { stage, bundles });
  const { table, bucket, members, cursorSecret, originSecret, purgeJob, stripe, paypal } = storage;
  const socketsStack = new SocketsStack(app, name('sockets'), { stage, bundles, table });
  const { sockets } = socketsStack;
  const resources = { table, bucket, members, cursorSecret, purgeJob, sockets, stripe, paypal };
  const api = new ApiStack(app, name('api'), { stage, bundles, resources, originSecret });
  const site = new SiteStack(app, name('site'), {
    stage,
    apiEndpoint: api.httpApi.apiEndpoint,
    fileBucket: storage.bucket,
    socketUrl: sockets.url,
    members,
    originSecret,
  });
  const operations = new OperationsStack(app, name('operations'), {
    stage,
    monitored: {
      httpApiId: api.httpApi.apiId,
      socketApiId: sockets.apiId,
      tableName: table.tableName,
      failureQueues: storage.failureQueues,
    },
  });
  Tags.of(app).add('fathom:stage', stage.name);
  return { storage, sockets: socketsStack, api, site, operations };
}
