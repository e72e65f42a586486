import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { buildContentSecurityPolicies } from '../content-security-policy.ts';
import type { EventSourceMapping } from './change-feed/event-source-mapping.ts';
import type { UserPool } from './cognito/cognito.ts';
import {
  createHttpApi,
  createOutbox,
  createQueues,
  createSchedules,
  createSecretsService,
  createTablesWithFeed,
  createUserPool,
  createWebSocketApi,
  type Invoke,
  type InvokeAsync,
  requireOne,
  startProviders,
  startS3,
} from './create-services.ts';
import { MalwareScanner } from './guardduty/malware-scanner.ts';
import type { HttpApi } from './http-api/http-api.ts';
import { toInvokeCall } from './iam/service-calls.ts';
import type { Functions } from './lambda/functions.ts';
import { createInvokeApi } from './lambda/invoke-api.ts';
import type { Mail } from './mail/outbox.ts';
import type { PaymentProviders } from './payment-providers.ts';
import { sendNotifications } from './s3/notifications.ts';
import type { S3Server } from './s3/s3-server.ts';
import type { Schedules } from './schedules/schedules.ts';
import type { SecretsManager } from './secrets-manager.ts';
import { createServiceContext, type ServiceContext, type ServicesSettings } from './service-context.ts';
import { readMediaRules, type SiteBackends } from './site/site.ts';
import type { Queues } from './sqs.ts';
import { buildFunctionEnvironment, startFunctions } from './start-functions.ts';
import { REGION } from './template/identities.ts';
import type { Sockets, WebSocketApi } from './web-socket/web-socket-api.ts';

/** Faults that tests inject. */
interface Faults {
  /** Drops every bucket notification while true. */
  dropNotifications: boolean;
  /** Skips malware scans while true. */
  dropScans: boolean;
  /** Skips the `$disconnect` function while true, so closed sockets stay registered. */
  dropDisconnects: boolean;
  /** Makes the user pool's public keys unreachable for the HTTP API while true. */
  failJwks: boolean;
}

/** The running services that the site forwards to and tests inspect. */
export interface Services {
  readonly config: RuntimeConfig;
  /** Names of resources, and the number of shards per band of the depth index, for commands. */
  readonly storage: {
    readonly tableName: string;
    readonly bucketName: string;
    readonly userPoolId: string;
    readonly queueUrls: readonly string[];
    readonly shards: number;
  };
  /** Endpoint variables and the cloud's access key, for tests that call the SDK. */
  readonly environment: Readonly<Record<string, string>>;
  /** The users and objects that are stored, without the rules and triggers of their services. */
  readonly stores: { readonly users: UserPool['users']; readonly objects: S3Server['store'] };
  readonly functions: Functions;
  readonly queues: Queues;
  /** Delivers the changes of the table. Tests inject faults into it. */
  readonly changeFeed: EventSourceMapping;
  readonly schedules: Schedules;
  readonly mails: readonly Mail[];
  readonly faults: Faults;
  readonly sockets: Sockets;
  /** The local Stripe and the local PayPal. Undefined where the real provider is in use. */
  readonly payments: Pick<PaymentProviders, 'stripe' | 'paypal'>;
  /** The handlers that the site forwards requests to. */
  readonly site: Omit<SiteBackends, 'config'>;
}

/** Makes the server forward requests to the services, by the first segment of the path. */
function mountServices({ server, awsServer }: ServiceContext, s3: S3Server, sockets: WebSocketApi): void {
  server.mount('aws', awsServer.handle);
  // The paths of Lambda and SES start with an API version.
  server.mount('2015-03-31', awsServer.handle);
  server.mount('v2', awsServer.handle);
  server.mount('s3', s3.handle);
  server.mount(sockets.stage, awsServer.handle, (request, stream, head) => sockets.upgrade(request, stream, head));
}

function buildRuntimeConfig(
  { assembly: { stage }, url, resolver }: ServiceContext,
  userPool: UserPool,
  sockets: WebSocketApi,
  providers: PaymentProviders,
): RuntimeConfig {
  return {
    stage: stage.name,
    region: REGION,
    userPoolId: requireOne(resolver.ofType('AWS::Cognito::UserPool')).ref,
    userPoolClientId: userPool.webClientId,
    userPoolEndpoint: `${url}/aws`,
    authFlow: stage.passwordAuth ? 'USER_PASSWORD_AUTH' : 'USER_SRP_AUTH',
    emailVerification: stage.emailVerification,
    testContribution: !stage.production,
    apiUrl: `${url}/api`,
    socketUrl: sockets.url,
    ...providers.config,
  };
}

function describeStorage({ resolver, assembly }: ServiceContext): Services['storage'] {
  return {
    tableName: requireOne(resolver.ofType('AWS::DynamoDB::Table')).ref,
    bucketName: requireOne(resolver.ofType('AWS::S3::Bucket')).ref,
    userPoolId: requireOne(resolver.ofType('AWS::Cognito::UserPool')).ref,
    queueUrls: resolver.ofType('AWS::SQS::Queue').map(({ ref }) => ref),
    shards: assembly.stage.depthIndexShards,
  };
}

/** The services that the site forwards requests to, or reads settings from. */
interface SiteSources {
  readonly api: HttpApi;
  readonly s3: S3Server;
  readonly sockets: WebSocketApi;
  readonly providers: PaymentProviders;
  readonly secretsManager: SecretsManager;
}

function buildSiteBackends({ url, resolver }: ServiceContext, sources: SiteSources): Services['site'] {
  const { api, s3, sockets, providers, secretsManager } = sources;

  return {
    policies: buildContentSecurityPolicies({
      connect: [sockets.url],
      files: [`${url}/s3/`],
      payments: providers.origins,
    }),
    media: readMediaRules(resolver.ofType('AWS::S3::BucketPolicy')),
    renditionKey: secretsManager.resolve('RenditionSecret/Secret'),
    api: (request, response) => api.handle(request, response),
    object: (request, response, bucket, key) => s3.serveUnsigned(request, response, bucket, key),
  };
}

/**
 * Starts every resource of the template.
 *
 * Steps to add a service, with the check that fails if you forget one:
 * 1. List the resource type in `template/resource-types.ts`. Startup fails and names each unlisted resource.
 * 2. Derive the attributes that the template reads in `template/identities.ts`. Startup fails at the `Fn::GetAtt`.
 * 3. Implement `AwsJsonService` (operation in a header) or `AwsRestService` (operation in the path); another protocol
 *    needs its own server, such as `S3Server`. A new folder must be in `test/infra/allowed-imports.ts`, or
 *    `structure.test.ts` fails.
 * 4. Register it in `create-services.ts` with `awsServer.add`, or with `awsServer.addRest` and `mountServices`. Map its
 *    requests to IAM in `iam/service-calls.ts`. Otherwise, functions get AccessDeniedException and the terminal prints
 *    the action.
 * 5. Set its `AWS_ENDPOINT_URL_…` in `start-functions.ts`. Otherwise functions call AWS: acceptance tests fail.
 * 6. Push its `close` or `flush` to `closers`. No check covers this: the last writes before a restart are lost.
 *
 * @throws Error naming a resource that the local cloud does not support.
 */
export async function startServices(settings: ServicesSettings): Promise<Services> {
  const context = createServiceContext(settings);
  const { closers, awsServer, resolver } = context;
  const faults: Faults = { dropNotifications: false, dropScans: false, dropDisconnects: false, failJwks: false };

  const queues = createQueues(context);
  const providers = await startProviders(context);
  const secretsManager = createSecretsService(context, providers);

  const notifications = resolver.ofType('Custom::S3BucketNotifications');
  // `invokeAsync` and `scanner` are created below, but before the first upload: `mountServices` opens S3 to requests.
  const s3 = await startS3(context, (event) => {
    if (!faults.dropNotifications) sendNotifications(event, notifications, invokeAsync);
    if (!faults.dropScans) scanner.onObjectEvent(event);
  });

  const environment = { ...buildFunctionEnvironment(settings), ...providers.environment };
  const functions = await startFunctions(context, environment, queues);
  const invoke: Invoke = (arn, event) => functions.invoke(arn, event);
  const invokeAsync: InvokeAsync = (arn, event) => functions.invokeAsync(arn, event);

  const scanner = new MalwareScanner({ resolver, store: s3.store, invokeAsync });
  closers.push(() => scanner.close());
  awsServer.addRest(createInvokeApi(functions), toInvokeCall);

  const schedules = createSchedules(context, invoke, invokeAsync);
  const outbox = createOutbox(context);
  const changeFeed = await createTablesWithFeed(context, functions, queues);
  const userPool = createUserPool(context, functions, outbox);
  const api = createHttpApi(context, userPool, invoke, faults);
  const sockets = createWebSocketApi(context, invoke, faults);
  mountServices(context, s3, sockets);

  // Functions may run only after every service that they call has started.
  functions.resume();
  schedules.start();
  changeFeed.start();

  return {
    config: buildRuntimeConfig(context, userPool, sockets, providers),
    storage: describeStorage(context),
    environment,
    stores: { users: userPool.users, objects: s3.store },
    functions,
    queues,
    changeFeed,
    schedules,
    mails: outbox.mails,
    faults,
    sockets,
    payments: providers,
    site: buildSiteBackends(context, { api, s3, sockets, providers, secretsManager }),
  };
}
