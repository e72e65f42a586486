import type * as Sdk from '@aws-sdk/client-cognito-identity-provider';
import { z } from 'zod';
import { AwsError, type Caller } from '../http/aws-json-server.ts';
import type { Attempts } from './attempts.ts';
import type { Codes } from './codes.ts';
import { INPUT_FIELDS, type Input, type InputField } from './input-fields.ts';
import type { Lockouts } from './lockouts.ts';
import type { PasswordProofs } from './password-proofs.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Client, PasswordPolicy } from './settings.ts';
import type { PoolTokens } from './tokens.ts';
import type { Triggers } from './triggers.ts';
import type { User, Users } from './users.ts';

/** The state of the user pool, and the parts that its operations use. */
export interface Pool {
  readonly id: string;
  readonly users: Users;
  readonly codes: Codes;
  readonly tokens: PoolTokens;
  readonly proofs: PasswordProofs;
  readonly triggers: Triggers;
  readonly attempts: Attempts;
  readonly lockouts: Lockouts;
  readonly secondFactors: SecondFactors;
  readonly policy: PasswordPolicy;
  readonly clients: ReadonlyMap<string, Client>;
  readonly now: () => Date;
}

/** An operation, which validates its input before it runs. */
type Operation<Output> = (pool: Pool, input: unknown, caller: Caller) => Promise<Output>;

/** An AWS SDK output as JSON. Dates become seconds since the epoch. */
type Json<T> = T extends Date ? number : T extends object ? { [Key in keyof T]: Json<T[Key]> } : T;
/** The output of one of the AWS SDK's commands. Only the type of `resolveMiddleware` contains it. */
type CommandOutput<Command> = Command extends {
  resolveMiddleware(...args: never[]): (...args: never[]) => Promise<{ output: infer Output }>;
}
  ? Json<Omit<Output, '$metadata'>>
  : never;

/** Operations by name. Each returns the AWS SDK's output type for that name. */
export type Operations = {
  readonly [Key in keyof typeof Sdk as Key extends `${infer Name}Command` ? Name : never]?: Operation<
    CommandOutput<(typeof Sdk)[Key] extends new (input: never) => infer Command ? Command : never>
  >;
};

interface InputProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Builds the error with which Cognito rejects invalid input. */
function buildValidationError(inputProblems: readonly InputProblem[]): AwsError {
  const problems = inputProblems.map(({ path, message }) => {
    const field = path.join('.').replace(/^./, (letter) => letter.toLowerCase());
    return `Value at '${field}' failed to satisfy constraint: ${message}`;
  });
  const count = `${problems.length} validation error${problems.length === 1 ? '' : 's'} detected`;

  return new AwsError('InvalidParameterException', `${count}: ${problems.join('; ')}`);
}

/** Defines an operation with these input fields. The operation rejects the `UserPoolId` of another pool. */
export function defineOperation<Field extends InputField, Output>(
  fields: readonly Field[],
  handle: (pool: Pool, input: Input<Field>, caller: Caller) => Promise<Output>,
): Operation<Output> {
  const schema = z.object(Object.fromEntries(fields.map((field) => [field, INPUT_FIELDS[field]])));

  return async (pool, input, caller) => {
    const { success, data: parsedInput, error } = schema.safeParse(input);
    if (!success) throw buildValidationError(error.issues);

    if ((parsedInput.UserPoolId ?? pool.id) !== pool.id) {
      throw new AwsError('ResourceNotFoundException', `User pool ${parsedInput.UserPoolId} does not exist.`);
    }
    return handle(pool, parsedInput as Input<Field>, caller);
  };
}

/**
 * Returns the pool's client with this ID.
 *
 * @throws AwsError ResourceNotFoundException if the pool has no such client.
 */
export function requireClient({ clients }: Pool, id: string): Client {
  const client = clients.get(id);
  if (client) return client;
  throw new AwsError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
}

/** @throws AwsError InvalidParameterException if the client doesn't allow this authentication flow. */
export function requireFlow({ ExplicitAuthFlows }: Client, flow: string): void {
  if (ExplicitAuthFlows.includes(`ALLOW_${flow}`)) return;
  throw new AwsError('InvalidParameterException', `${flow} flow not enabled for this client`);
}

/**
 * Returns the user of an access token.
 *
 * @throws AwsError if the token is invalid or expired, its session has ended, or the user is deleted.
 */
export function requireSignedInUser(pool: Pool, accessToken: string): User {
  return requireAccess(pool, accessToken).user;
}

/**
 * Returns the user, client, and session of an access token.
 *
 * @throws AwsError if the token is invalid or expired, its session has ended, or the user is deleted.
 */
export function requireAccess(pool: Pool, accessToken: string) {
  const claims = pool.tokens.verify(accessToken, 'access');
  const user = pool.users.require(String(claims.username));
  const session = user.sessions.find(({ id }) => id === claims.origin_jti);
  if (session) return { user, session, client: requireClient(pool, String(claims.client_id)) };
  throw new AwsError('NotAuthorizedException', 'Access Token has been revoked');
}

/**
 * Returns one page of a list, with the token of the next page. A token is the number of items before its page.
 *
 * @throws AwsError InvalidParameterException if the token is invalid.
 */
export function toPage<Item>(items: readonly Item[], { Limit, PaginationToken }: Input<'Limit' | 'PaginationToken'>) {
  if (PaginationToken !== undefined && !/^\d+$/.test(PaginationToken)) {
    throw new AwsError('InvalidParameterException', 'Invalid pagination token.');
  }

  const start = Number(PaginationToken ?? 0);
  const end = start + Limit;
  return { items: items.slice(start, end), ...(end < items.length && { PaginationToken: String(end) }) };
}
