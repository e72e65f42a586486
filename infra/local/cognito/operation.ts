import type * as Sdk from '@aws-sdk/client-cognito-identity-provider';
import { z } from 'zod';
import { AwsError, type Caller } from '../http/aws-json-server.ts';
import type { Attempts } from './attempts.ts';
import type { Codes } from './codes.ts';
import type { Lockouts } from './lockouts.ts';
import type { PasswordProofs } from './password-proofs.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Client, PasswordPolicy } from './settings.ts';
import type { PoolTokens } from './tokens.ts';
import type { Triggers } from './triggers.ts';
import type { User, Users } from './users.ts';

/** The dependencies of operations. */
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

const patternMessage = (pattern: string) => `Member must satisfy regular expression pattern: ${pattern}`;
const text = z.string({ error: 'Member must not be null' }).min(1, 'Member must not be null');

/** A missing token is treated like an invalid one. */
const token = z.string().default('');

const record = z.record(z.string(), z.string());
const attributes = z
  .array(z.object({ Name: z.string(), Value: z.string().default('') }))
  .default([])
  .transform((list): Record<string, string> => Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])));

/** Cognito's maximum length of a password, in characters. */
const MAX_PASSWORD_LENGTH = 256;

/** Cognito's maximum and default number of items of a page. */
const MAX_PAGE_ITEMS = 60;

/** Cognito rejects spaces at the start or end of a password. */
const password = z
  .string({ error: 'Member must not be null' })
  .refine((value) => value === value.trim() && value.length <= MAX_PASSWORD_LENGTH, patternMessage('^[\\S]+.*[\\S]+$'));

/** Cognito only verifies emails and phone numbers, and the pool has no phone numbers. */
const verifiedAttribute = z.literal('email', 'Member must be email');

/** The input fields of all operations. Operations ignore other fields. */
const FIELDS = {
  AccessToken: token,
  AttributeName: verifiedAttribute,
  AuthFlow: text,
  AuthParameters: record.default({}),
  ChallengeName: text,
  ChallengeResponses: record.default({}),
  ClientId: text,
  ClientMetadata: record.optional(),
  Code: text.regex(/^\S+$/, patternMessage('[\\S]+')),
  ConfirmationCode: text.regex(/^\S+$/, patternMessage('[\\S]+')),
  DeviceKey: token,
  DeviceName: z.string().max(1024).optional(),
  DeviceRememberedStatus: z.literal(
    'not_remembered',
    "The local user pool doesn't support devices that sign in by themselves",
  ),
  DeviceSecretVerifierConfig: z.object(
    { PasswordVerifier: z.string(), Salt: z.string() },
    { error: 'Member must not be null' },
  ),
  Filter: z.undefined("The local user pool doesn't support filters").optional(),
  Limit: z
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE_ITEMS, `Member must have value less than or equal to ${MAX_PAGE_ITEMS}`)
    .default(MAX_PAGE_ITEMS),
  PaginationToken: z.string().optional(),
  Password: password,
  Permanent: z.literal(true, "The local user pool doesn't support temporary passwords"),
  PreviousPassword: z.string().default(''),
  ProposedPassword: password,
  RefreshToken: token,
  Session: z.string().default(''),
  SoftwareTokenMfaSettings: z
    .object({ Enabled: z.boolean().default(false), PreferredMfa: z.boolean().default(false) })
    .optional(),
  Token: token,
  UserAttributes: attributes,
  UserCode: z.string({ error: 'Member must not be null' }).regex(/^\d{6}$/, patternMessage('[0-9]+')),
  /** An email or a user ID. Emails are stored and compared in lower case. */
  Username: text.trim().toLowerCase(),
  UserPoolId: text,
  ValidationData: attributes,
};
type Input<Field extends keyof typeof FIELDS> = { [Key in Field]: z.output<(typeof FIELDS)[Key]> };

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
export function defineOperation<Field extends keyof typeof FIELDS, Output>(
  fields: readonly Field[],
  handle: (pool: Pool, input: Input<Field>, caller: Caller) => Promise<Output>,
): Operation<Output> {
  const schema = z.object(Object.fromEntries(fields.map((field) => [field, FIELDS[field]])));

  return async (pool, input, caller) => {
    const { success, data, error } = schema.safeParse(input);
    if (!success) throw buildValidationError(error.issues);

    if ((data.UserPoolId ?? pool.id) !== pool.id) {
      throw new AwsError('ResourceNotFoundException', `User pool ${data.UserPoolId} does not exist.`);
    }
    return handle(pool, data as Input<Field>, caller);
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
  const start = Number(PaginationToken ?? 0);
  if (!Number.isInteger(start)) throw new AwsError('InvalidParameterException', 'Invalid pagination token.');

  const end = start + Limit;
  return { items: items.slice(start, end), ...(end < items.length && { PaginationToken: String(end) }) };
}
