import { join } from 'node:path';
import { type App, Tags } from 'aws-cdk-lib';
import { bundleLambdas } from './lambda-bundles.ts';
import { ApiStack } from './stacks/api.ts';
import { OperationsStack } from './stacks/operations.ts';
import { SiteStack } from './stacks/site.ts';
import { SocketsStack } from './stacks/sockets.ts';
import { StorageStack } from './stacks/storage.ts';
import { readStage, type Stage } from './stage.ts';

/** The stacks of a stage, in the order of their deployment. */
interface StageStacks {
  readonly storage: StorageStack;
  readonly sockets: SocketsStack;
  readonly api: ApiStack;
  readonly site: SiteStack;
  readonly operations: OperationsStack;
}

/** Builds all stacks of a stage, by default the one in the app's context. */
export function buildStacks(app: App, stage: Stage = readStage(app.node)): StageStacks {
  // Bundles go next to the templates, so that several apps can be synthesized concurrently.
  const bundles = bundleLambdas(join(app.outdir, 'bundles'), app.node.tryGetContext('bundles'));
  const buildName = (part: string) => `fathom-${stage.name}-${part}`;
  const protection = { terminationProtection: stage.production };

  const storage = new StorageStack(app, buildName('storage'), { ...protection, stage, bundles });
  const { table, members, callerHashKeys, originSecret, renditionSecret } = storage;

  const socketsProps = { ...protection, stage, bundles, table, callerHashKeys };
  const socketsStack = new SocketsStack(app, buildName('sockets'), socketsProps);
  const { sockets } = socketsStack;

  const resources = {
    table,
    bucket: storage.bucket,
    members,
    mail: storage.mail,
    cursorSecret: storage.cursorSecret,
    renditionSecret,
    callerHashKeys,
    sockets,
    stripeKeys: storage.stripeKeys,
    paypalKeys: storage.paypalKeys,
  };
  const api = new ApiStack(app, buildName('api'), { ...protection, stage, bundles, resources, originSecret });

  const site = new SiteStack(app, buildName('site'), {
    ...protection,
    stage,
    apiEndpoint: api.httpApi.apiEndpoint,
    fileBucket: storage.bucket,
    socketUrl: sockets.url,
    members,
    originSecret,
    renditionSecret,
  });

  const operations = new OperationsStack(app, buildName('operations'), {
    ...protection,
    stage,
    bundles,
    members,
    siteUrl: site.url,
    monitored: {
      httpApiId: api.httpApi.apiId,
      socketApiId: sockets.apiId,
      tableName: table.tableName,
      failureQueues: { ...storage.failureQueues, ...socketsStack.failureQueues },
      jobRules: storage.jobRules,
      signUpTriggers: storage.signUpTriggers,
      changeFeedFunction: storage.changeFeedFunction,
      socketFunctions: socketsStack.functionNames,
      userPoolId: members.pool.userPoolId,
      userPoolClientIds: [members.webClient.userPoolClientId, members.serverClient.userPoolClientId],
      accessLogName: api.accessLogName,
      firewalls: [...site.firewalls, ...storage.firewalls],
    },
  });

  Tags.of(app).add('fathom:stage', stage.name);
  return { storage, sockets: socketsStack, api, site, operations };
}
