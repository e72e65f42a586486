import type * as Sdk from '@aws-sdk/client-cognito-identity-provider';
import { z } from 'zod';
import { AwsError, type Caller } from '../aws-json-server.ts';
import type { Attempts } from './attempts.ts';
import type { Codes } from './codes.ts';
import type { PasswordProofs } from './password-proofs.ts';
import type { Client, PasswordPolicy } from './settings.ts';
import type { PoolTokens } from './tokens.ts';
import type { Triggers } from './triggers.ts';
import type { User, Users } from './users.ts';

/** What operations work with. */
export interface Pool {
  readonly users: Users;
  readonly codes: Codes;
  readonly tokens: PoolTokens;
  readonly proofs: PasswordProofs;
  readonly triggers: Triggers;
  readonly wrongPasswords: Attempts;
  readonly policy: PasswordPolicy;
  readonly clients: ReadonlyMap<string, Client>;
  readonly now: () => Date;
}

/** An operation of the Cognito user pools API. */
export interface Operation {
  readonly name: string;
  /** @throws AwsError InvalidParameterException if the input has the wrong shape, and the errors of the operation */
  run(pool: Pool, input: unknown, caller: Caller): Promise<object>;
}

/** The type of an AWS SDK response as JSON: dates are seconds since the epoch. */
type Json<T> = T extends Date ? number : T extends object ? { [Key in keyof T]: Json<T[Key]> } : T;
type OperationName = { [Key in keyof typeof Sdk]: Key extends `${infer Name}Command` ? Name : never }[keyof typeof Sdk];
type Output<Name extends OperationName> =
  InstanceType<(typeof Sdk)[`${Name}Command`]> extends {
    resolveMiddleware(...args: never[]): (...args: never[]) => Promise<{ output: infer O }>;
  }
    ? Json<Omit<O, '$metadata'>>
    : never;

/** Defines an operation. The schema validates its input; the AWS SDK's types check its output. */
export function operation<Name extends OperationName, Schema extends z.ZodType>(
  name: Name,
  schema: Schema,
  handle: (pool: Pool, input: z.output<Schema>, caller: Caller) => Promise<Output<Name>>,
): Operation {
  return {
    name,
    async run(pool, input, caller) {
      const parsed = schema.safeParse(input);
      if (!parsed.success) throw validationError(parsed.error);
      return handle(pool, parsed.data, caller);
    },
  };
}

/** Translates zod's issues to the wording of AWS. */
function validationError({ issues }: z.ZodError): AwsError {
  const problems = issues.map(({ path, message }) => {
    const field = path.join('.').replace(/^./, (first) => first.toLowerCase());
    return `Value at '${field}' failed to satisfy constraint: ${message}`;
  });
  const count = `${issues.length} validation error${issues.length === 1 ? '' : 's'} detected`;
  return new AwsError('InvalidParameterException', `${count}: ${problems.join('; ')}`);
}

const matches = (pattern: string) => `Member must satisfy regular expression pattern: ${pattern}`;

/** A required text. */
export const text = z.string({ error: 'Member must not be null' }).min(1, 'Member must not be null');

/** An email or a user's id. Emails are stored and compared in lower case. */
export const username = text.trim().toLowerCase();

export const code = text.regex(/^\S+$/, matches('[\\S]+'));

/** A new password. Cognito accepts spaces only inside a password. */
export const newPassword = z
  .string({ error: 'Member must not be null' })
  .refine((value) => value === value.trim() && value.length <= 256, matches('^[\\S]+.*[\\S]+$'));

/** A missing token is handled like an invalid one. */
export const token = z.string().default('');

export const record = z.record(z.string(), z.string());

/** Attributes in a request, parsed into a record. */
export const attributes = z
  .array(z.object({ Name: z.string(), Value: z.string().default('') }))
  .default([])
  .transform((list): Record<string, string> => Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])));

/** Returns a user's attributes as responses list them. */
export function attributeList({ attributes }: User) {
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
}

/** @throws AwsError ResourceNotFoundException */
export function requireClient({ clients }: Pool, id: string): Client {
  const client = clients.get(id);
  if (!client) throw new AwsError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
  return client;
}

/** @throws AwsError InvalidParameterException if the client doesn't allow this authentication flow */
export function requireFlow({ ExplicitAuthFlows }: Client, flow: string): void {
  if (!ExplicitAuthFlows.includes(`ALLOW_${flow}`)) {
    throw new AwsError('InvalidParameterException', `${flow} flow not enabled for this client`);
  }
}

/**
 * Returns the user of an access token.
 *
 * @throws AwsError if the token is invalid or expired, if its session was ended, or if the user was deleted
 */
export function requireSignedIn({ tokens, users }: Pool, accessToken: string): User {
  const claims = tokens.verify(accessToken, 'access');
  const user = users.require(String(claims.username));
  if (!user.sessions.some(({ id }) => id === claims.origin_jti)) {
    throw new AwsError('NotAuthorizedException', 'Access Token has been revoked');
  }
  return user;
}
