import { join } from 'node:path';
import { AwsError, type AwsJsonService, type Caller } from '../http/aws-json-server.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { ResolvedResource } from '../template/template.ts';
import { administrationOperations } from './administration.ts';
import { Attempts } from './attempts.ts';
import { attributeOperations } from './attributes.ts';
import { authenticationOperations } from './authentication.ts';
import { Codes } from './codes.ts';
import { deviceOperations } from './devices.ts';
import { Lockouts } from './lockouts.ts';
import { mfaOperations } from './mfa.ts';
import type { Pool } from './operation.ts';
import { PasswordProofs } from './password-proofs.ts';
import { passwordOperations } from './passwords.ts';
import { registrationOperations } from './registration.ts';
import { SecondFactors } from './second-factors.ts';
import { sessionOperations } from './sessions.ts';
import { clientSchema, poolSchema } from './settings.ts';
import { PoolTokens } from './tokens.ts';
import { type Invoke, Triggers } from './triggers.ts';
import { Users } from './users.ts';

/** The operations of the local user pool, by name. */
const OPERATIONS = new Map(
  Object.entries({
    ...registrationOperations,
    ...authenticationOperations,
    ...sessionOperations,
    ...attributeOperations,
    ...passwordOperations,
    ...mfaOperations,
    ...deviceOperations,
    ...administrationOperations,
  }),
);

interface UserPoolSettings {
  readonly directory: string;
  readonly pool: ResolvedResource;
  readonly clients: readonly ResolvedResource[];
  readonly invoke: Invoke;
  readonly outbox: Outbox;
  /** Replaces the system clock in tests, except for tokens. */
  readonly now?: () => Date;
}

/** The template's user pool and its clients. */
export class UserPool implements AwsJsonService {
  readonly targetPrefix = 'AWSCognitoIdentityProviderService';
  readonly signingName = 'cognito-idp';
  readonly tokens: PoolTokens;
  readonly #pool: Pool;

  /** @throws Error if the template has an unsupported setting, or another version wrote the directory. */
  constructor({ directory, pool, clients, invoke, outbox, now = () => new Date() }: UserPoolSettings) {
    const { Policies, LambdaConfig, VerificationMessageTemplate } = poolSchema.parse(pool.properties);
    const poolClients = clients
      .map(({ ref, properties }) => ({ ...clientSchema.parse(properties), ClientId: ref }))
      .filter(({ UserPoolId }) => UserPoolId === pool.ref);
    const users = new Users(join(directory, 'pools', `${pool.ref}.json`));
    const attempts = new Attempts(now);

    this.tokens = new PoolTokens(directory, pool.attributes.ProviderURL ?? '');
    this.#pool = {
      id: pool.ref,
      users,
      attempts,
      codes: new Codes(outbox, VerificationMessageTemplate, attempts, now),
      tokens: this.tokens,
      proofs: new PasswordProofs(pool.ref.split('_')[1] ?? '', users.secret, now),
      triggers: new Triggers(pool.ref, LambdaConfig, invoke),
      policy: Policies.PasswordPolicy,
      lockouts: new Lockouts(now),
      secondFactors: new SecondFactors(now),
      clients: new Map(poolClients.map((client) => [client.ClientId, client])),
      now,
    };
  }

  /** The ID of the client that browsers use. */
  get webClientId(): string {
    const webClient = [...this.#pool.clients.values()].find(({ ClientName }) => ClientName === 'Web');
    if (!webClient) throw new Error('The template has no user pool client with the name Web.');
    return webClient.ClientId;
  }

  /** All users, with their password verifiers. */
  get users(): Users {
    return this.#pool.users;
  }

  /** The mails with codes since the start, oldest first. */
  get mails(): Codes['mails'] {
    return this.#pool.codes.mails;
  }

  /** Returns whether an operation can be called without an AWS signature, as browsers do. */
  isPublic(operation: string): boolean {
    return OPERATIONS.has(operation) && !/^(Admin|ListUsers$)/.test(operation);
  }

  async handle(name: string, input: Record<string, unknown>, caller: Caller): Promise<unknown> {
    const operation = OPERATIONS.get(name);
    if (!operation) throw new AwsError('UnknownOperationException', `The local user pool doesn't support ${name}.`);
    return operation(this.#pool, input, caller);
  }

  /** Resolves when all changes are on disk. */
  flush(): Promise<void> {
    return this.#pool.users.save();
  }
}
