import { join } from 'node:path';
import errors from 'cognito-local/lib/errors.js';
import configs from 'cognito-local/lib/server/config.js';
import routers from 'cognito-local/lib/server/Router.js';
import type { AppClient } from 'cognito-local/lib/services/appClient.js';
import cognitoServices from 'cognito-local/lib/services/cognitoService.js';
import type { Services } from 'cognito-local/lib/services/index.js';
import poolServices from 'cognito-local/lib/services/userPoolService.js';
import { z } from 'zod';
import { AwsError, type AwsJsonService, type Caller } from '../aws-json-server.ts';
import type { Outcome } from '../lambda/sandbox.ts';
import type { Terminal } from '../process/terminal.ts';
import { JsonFile } from '../state/json-file.ts';
import type { ResolvedResource } from '../template/template.ts';
import { Codes } from './codes.ts';
import { Mailbox } from './mail.ts';
import { PoolOperations } from './operations.ts';
import { PasswordProofs } from './password-proofs.ts';
import { newSalt, passwordPolicy } from './passwords.ts';
import { FileStores } from './store.ts';
import { PoolTokens } from './tokens.ts';
import { lambdaConfig, poolTriggers, type RequestContext } from './triggers.ts';
import { newCode } from './users.ts';

const poolProperties = z.object({
  UsernameAttributes: z.tuple([z.literal('email')]),
  AutoVerifiedAttributes: z.array(z.string()).default([]),
  UsernameConfiguration: z.object({ CaseSensitive: z.literal(false) }),
  Policies: z.object({ PasswordPolicy: passwordPolicy }),
  LambdaConfig: lambdaConfig,
});

const units = z.enum(['seconds', 'minutes', 'hours', 'days']);
const clientProperties = z.object({
  UserPoolId: z.string(),
  GenerateSecret: z.literal(false).default(false),
  PreventUserExistenceErrors: z.literal('ENABLED'),
  ExplicitAuthFlows: z.array(z.string()).default([]),
  AccessTokenValidity: z.number().optional(),
  IdTokenValidity: z.number().optional(),
  RefreshTokenValidity: z.number().optional(),
  TokenValidityUnits: z
    .object({ AccessToken: units.optional(), IdToken: units.optional(), RefreshToken: units.optional() })
    .optional(),
});

export interface UserPoolSettings {
  readonly directory: string;
  readonly pool: ResolvedResource;
  readonly clients: readonly ResolvedResource[];
  readonly invoke: (arn: string, event: unknown) => Promise<Outcome>;
  readonly terminal: Terminal;
  /** Tests let hours pass by it. */
  readonly now?: () => Date;
}

/** The template's user pool, run by cognito-local in this process. */
export class UserPool implements AwsJsonService {
  readonly targetPrefix = 'AWSCognitoIdentityProviderService';
  readonly signingName = 'cognito-idp';
  readonly tokens: PoolTokens;
  readonly mailbox: Mailbox;
  readonly #stores: FileStores;
  readonly #codes: Codes;
  readonly #proofs: PasswordProofs;
  readonly #salt: string;
  #operations: PoolOperations | undefined;

  constructor({ directory, pool, terminal, now = () => new Date() }: UserPoolSettings) {
    this.tokens = new PoolTokens(directory, pool.attributes.ProviderURL ?? '');
    this.mailbox = new Mailbox(terminal);
    this.#stores = new FileStores(join(directory, 'pools'));
    this.#codes = new Codes(join(directory, 'codes.json'), now);
    const file = new JsonFile(join(directory, 'password-salt.json'), { salt: newSalt() });
    file.saveNow();
    this.#salt = file.value.salt;
    this.#proofs = new PasswordProofs({
      file: join(directory, 'password-verifiers.json'),
      poolName: pool.ref.split('_')[1] ?? '',
      salt: this.#salt,
      now,
    });
  }

  /** Opens a pool, with the clients and the rules that the template gives it. */
  static async open(settings: UserPoolSettings): Promise<UserPool> {
    const userPool = new UserPool(settings);
    await userPool.#start(settings);
    return userPool;
  }

  /** Everything is public but what Cognito demands a signature for. */
  isPublic(operation: string): boolean {
    return !/^(Admin|List|Create|Describe|Set|Add)/.test(operation) && !/UserPool|Group/.test(operation);
  }

  async handle(operation: string, input: Record<string, unknown>, caller: Caller): Promise<unknown> {
    if (!this.#operations) throw new Error('The user pool has not been started.');
    try {
      const output = await this.#operations.run(operation, input, caller);
      return withEpochDates(output);
    } catch (error) {
      if (error instanceof errors.CognitoError) throw new AwsError(error.code, error.message);
      if (error instanceof errors.UnsupportedError) throw new AwsError('UnknownOperationException', error.message);
      throw error;
    }
  }

  async flush(): Promise<void> {
    await Promise.all([this.#stores.flush(), this.#codes.flush(), this.#proofs.flush()]);
  }

  async #start({ pool, clients, directory, invoke, now = () => new Date() }: UserPoolSettings): Promise<void> {
    const properties = poolProperties.parse(pool.properties);
    const context = {
      logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    } as unknown as RequestContext;
    const clock = { get: now };
    const factory = new poolServices.UserPoolServiceFactoryImpl(clock, this.#stores);
    const clientStore = await this.#stores.create(context, 'clients', { Clients: {} });
    const cognito = new cognitoServices.CognitoServiceImpl(directory, clientStore, {}, factory);
    // Its own start reads the folder of its own stores.
    Object.assign(cognito, { userPools: [] });
    const { UsernameAttributes, AutoVerifiedAttributes, Policies } = properties;
    const options = { Id: pool.ref, UsernameAttributes, AutoVerifiedAttributes, Policies };
    await cognito.createUserPool(context, options);
    const service = await cognito.getUserPool(context, pool.ref);
    await service.updateOptions(context, { ...service.options, ...options });
    for (const client of clients) {
      const parsed = clientProperties.parse(client.properties);
      if (parsed.UserPoolId !== pool.ref) continue;
      const created = now();
      const stored: AppClient = {
        ...parsed,
        ClientId: client.ref,
        ClientName: client.logicalId,
        CreationDate: created,
        LastModifiedDate: created,
      };
      await service.saveAppClient(context, stored);
    }
    const triggers = poolTriggers(properties.LambdaConfig, invoke);
    const services: Services = {
      clock,
      cognito,
      triggers,
      tokenGenerator: this.tokens,
      otp: newCode,
      config: { ...configs.DefaultConfig, UserPoolDefaults: { UsernameAttributes } },
      messages: {
        deliver: async (_context, source, _client, _pool, user, code, _metadata, { Destination }) => {
          // Somebody whom the pre-sign-up function has confirmed is asked for no code.
          if (source === 'SignUp' && user.UserStatus === 'CONFIRMED') return;
          if (source === 'SignUp') this.#codes.put(user.Username, 'confirmSignUp', code);
          const reason = source === 'SignUp' ? 'confirmSignUp' : source;
          this.mailbox.deliver({ to: Destination, reason, code });
        },
      },
    };
    this.#operations = new PoolOperations({
      router: routers.Router(services),
      cognito,
      pool: service,
      tokens: this.tokens,
      mailbox: this.mailbox,
      codes: this.#codes,
      proofs: this.#proofs,
      policy: properties.Policies.PasswordPolicy,
      salt: this.#salt,
      now,
    });
  }
}

/** AWS's JSON protocol writes dates as seconds since the epoch. */
function withEpochDates(value: unknown): unknown {
  if (value instanceof Date) return value.getTime() / 1000;
  if (Array.isArray(value)) return value.map(withEpochDates);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withEpochDates(item)]));
}
