import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { buildContentSecurityPolicies } from '../content-security-policy.ts';
import type { EventSourceMapping } from './change-feed/event-source-mapping.ts';
import { createChangeFeed } from './change-feed/start-change-feed.ts';
import { UserPool } from './cognito/cognito.ts';
import { createTables } from './dynamodb/tables.ts';
import { isEventRule, MalwareScanner } from './guardduty/malware-scanner.ts';
import { HttpApi } from './http-api/http-api.ts';
import {
  toConnectionsCall,
  toInvokeCall,
  toQueueCall,
  toSecretsManagerCall,
  toUserPoolCall,
} from './iam/service-calls.ts';
import type { Functions } from './lambda/functions.ts';
import { createInvokeApi } from './lambda/invoke-api.ts';
import { type Mail, Outbox } from './mail/outbox.ts';
import { createEmailService, toEmailCall } from './mail/ses.ts';
import { type PaymentProviders, startPaymentProviders } from './payment-providers.ts';
import { type ObjectEvent, sendNotifications } from './s3/notifications.ts';
import { S3Server } from './s3/s3-server.ts';
import { Schedules } from './schedules/schedules.ts';
import { createSecretsManager } from './secrets-manager.ts';
import { createServiceContext, type ServiceContext, type ServicesSettings } from './service-context.ts';
import { readMediaRules, type SiteBackends } from './site/site.ts';
import { Queues } from './sqs.ts';
import { buildFunctionEnvironment, startFunctions } from './start-functions.ts';
import { findApi } from './template/apis.ts';
import { REGION } from './template/identities.ts';
import type { ResolvedResource } from './template/template.ts';
import { createConnectionsApi } from './web-socket/connections-api.ts';
import { type Sockets, WebSocketApi } from './web-socket/web-socket-api.ts';

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

function requireOne(resources: readonly ResolvedResource[]): ResolvedResource {
  const [resource] = resources;
  if (resource && resources.length === 1) return resource;
  throw new Error('The template must have exactly one table, bucket, user pool, and change feed.');
}

type Invoke = Functions['invoke'];

async function startS3(context: ServiceContext, onObjectEvent: (event: ObjectEvent) => void): Promise<S3Server> {
  const { resolver, statePath, credentials, guard, closers } = context;
  const s3 = new S3Server({
    directory: statePath('s3'),
    buckets: resolver.ofType('AWS::S3::Bucket'),
    policies: resolver.ofType('AWS::S3::BucketPolicy'),
    credentials,
    guard,
    onObjectEvent,
  });
  await s3.start();
  closers.push(() => s3.close());

  return s3;
}

/** Creates the tables and their change feed, which delivers nothing before its `start`. */
async function createTablesWithFeed(
  context: ServiceContext,
  functions: Functions,
  queues: Queues,
): Promise<EventSourceMapping> {
  const { resolver, dynamoDbEndpoint: endpoint, credentials, statePath, terminal, guard, closers } = context;
  const tables = resolver.ofType('AWS::DynamoDB::Table');
  await createTables(tables, endpoint, credentials);

  const changeFeed = createChangeFeed({
    ...{ statePath, terminal, guard, functions, queues, endpoint },
    mapping: requireOne(resolver.ofType('AWS::Lambda::EventSourceMapping')),
    tableName: requireOne(tables).ref,
  });
  closers.push(() => changeFeed.close());

  return changeFeed;
}

function createHttpApi(context: ServiceContext, userPool: UserPool, invoke: Invoke, faults: Readonly<Faults>): HttpApi {
  const { resolver, statePath, closers } = context;
  const fetchJwks = () => {
    if (faults.failJwks) throw new Error('The test makes the keys unreachable.');
    return userPool.tokens.jwks;
  };

  const api = new HttpApi({ resolver, fetchJwks, accessLog: statePath('logs/access.log'), invoke });
  closers.push(() => api.close());

  return api;
}

/** Makes the server forward requests to the services, by the first segment of the path. */
function mountServices({ server, endpoint }: ServiceContext, s3: S3Server, sockets: WebSocketApi): void {
  server.mount('aws', endpoint.handle);
  // The paths of Lambda and SES start with an API version.
  server.mount('2015-03-31', endpoint.handle);
  server.mount('v2', endpoint.handle);
  server.mount('s3', s3.handle);
  server.mount(sockets.stage, endpoint.handle, (request, stream, head) => sockets.upgrade(request, stream, head));
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

/**
 * Starts every resource of the template.
 *
 * Steps to add a service, with the check that fails if you forget one:
 * 1. List the resource type in `template/resource-types.ts`. Startup fails and names each unlisted resource.
 * 2. Derive the attributes that the template reads in `template/identities.ts`. Startup fails at the `Fn::GetAtt`.
 * 3. Implement `AwsJsonService` (operation in a header) or `AwsRestService` (operation in the path); another protocol
 *    needs its own server, such as `S3Server`. A new folder must be in `test/infra/allowed-imports.ts`, or
 *    `structure.test.ts` fails.
 * 4. Register it below with `endpoint.add`, or `endpoint.addRest` and `mountServices`, and map its requests to IAM in
 *    `iam/service-calls.ts`. Otherwise, functions get AccessDeniedException and the terminal prints the action.
 * 5. Set its `AWS_ENDPOINT_URL_…` in `start-functions.ts`. Otherwise functions call AWS: acceptance tests fail.
 * 6. Push its `close` or `flush` to `closers`. No check covers this: the last writes before a restart are lost.
 *
 * @throws Error naming a resource that the local cloud does not support.
 */
export async function startServices(settings: ServicesSettings): Promise<Services> {
  const context = createServiceContext(settings);
  const { assembly, url, statePath, terminal, closers, endpoint, resolver } = context;

  const queues = new Queues(statePath('sqs'), resolver.ofType('AWS::SQS::Queue'));
  closers.push(() => queues.flush());
  endpoint.add(queues, toQueueCall);

  const { paymentKeys: keys, providerTimings: timings } = settings;
  const providers = await startPaymentProviders({ statePath, url, closers, keys, timings });
  const secrets = resolver.ofType('AWS::SecretsManager::Secret');
  const secretsManager = createSecretsManager(statePath('secrets'), secrets, providers.secrets);
  endpoint.add(secretsManager, toSecretsManagerCall);

  const faults: Faults = { dropNotifications: false, dropScans: false, dropDisconnects: false, failJwks: false };
  const notifications = resolver.ofType('Custom::S3BucketNotifications');
  const s3 = await startS3(context, (event) => {
    if (!faults.dropNotifications) sendNotifications(event, notifications, invokeAsync);
    if (!faults.dropScans) scanner.onObjectEvent(event);
  });

  const environment = { ...buildFunctionEnvironment(settings), ...providers.environment };
  const functions = await startFunctions(context, environment, queues);
  const invoke: Invoke = (arn, event) => functions.invoke(arn, event);
  const invokeAsync = (arn: string, event: unknown) => functions.invokeAsync(arn, event);

  const scanner = new MalwareScanner({ resolver, store: s3.store, invokeAsync });
  closers.push(() => scanner.close());
  endpoint.addRest(createInvokeApi(functions), toInvokeCall);

  const schedules = new Schedules({
    rules: resolver.ofType('AWS::Events::Rule').filter((rule) => !isEventRule(rule)),
    file: statePath('schedules/last-runs.json'),
    invoke,
    invokeAsync,
  });
  closers.push(() => schedules.close());

  const outbox = new Outbox(terminal);
  endpoint.addRest(createEmailService(outbox, assembly.stage.mailSender), toEmailCall);

  const userPool = new UserPool({
    directory: statePath('cognito'),
    pool: requireOne(resolver.ofType('AWS::Cognito::UserPool')),
    clients: resolver.ofType('AWS::Cognito::UserPoolClient'),
    // Functions call the user pool and wait for its triggers.
    invoke: functions.invokeNested.bind(functions),
    outbox,
  });

  const changeFeed = await createTablesWithFeed(context, functions, queues);

  closers.push(() => userPool.flush());
  endpoint.add(userPool, toUserPoolCall);

  const api = createHttpApi(context, userPool, invoke, faults);
  const sockets = new WebSocketApi({ resolver, invoke, faults, limits: settings.socketLimits });
  closers.push(() => sockets.close());
  endpoint.addRest(createConnectionsApi(sockets), toConnectionsCall(findApi(resolver, 'WEBSOCKET').ref));

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
    site: {
      policies: buildContentSecurityPolicies({
        connect: [sockets.url],
        files: [`${url}/s3/`],
        payments: providers.origins,
      }),
      media: readMediaRules(resolver.ofType('AWS::S3::BucketPolicy')),
      renditionKey: secretsManager.resolve('RenditionSecret/Secret'),
      api: (request, response) => api.handle(request, response),
      object: (request, response, bucket, key) => s3.serveUnsigned(request, response, bucket, key),
    },
  };
}
