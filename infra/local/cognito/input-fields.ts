/*
 * The schemas of the operations' input fields, with Cognito's limits and messages.
 */

import { z } from 'zod';

const NULL_MESSAGE = 'Member must not be null';

const formatPatternMessage = (pattern: string) => `Member must satisfy regular expression pattern: ${pattern}`;

const requiredTextSchema = z.string({ error: NULL_MESSAGE }).min(1, NULL_MESSAGE);

/** A missing token is treated like an invalid one. */
const tokenSchema = z.string().default('');

const stringMapSchema = z.record(z.string(), z.string());

/** A list of attributes, which becomes an object. */
const attributeListSchema = z
  .array(z.object({ Name: z.string(), Value: z.string().default('') }))
  .default([])
  .transform((list): Record<string, string> => Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])));

/** Cognito's maximum length of a password, in characters. */
const MAX_PASSWORD_LENGTH = 256;

/** Cognito's maximum and default number of items of a page. */
const MAX_PAGE_ITEMS = 60;

/** Cognito rejects spaces at the start or end of a password. */
const passwordSchema = z
  .string({ error: NULL_MESSAGE })
  .refine(
    (value) => value === value.trim() && value.length <= MAX_PASSWORD_LENGTH,
    formatPatternMessage('^[\\S]+.*[\\S]+$'),
  );

/** Cognito only verifies emails and phone numbers, and the pool has no phone numbers. */
const verifiedAttributeSchema = z.literal('email', 'Member must be email');

/** The input fields of all operations. Operations ignore other fields. */
export const INPUT_FIELDS = {
  AccessToken: tokenSchema,
  AttributeName: verifiedAttributeSchema,
  AuthFlow: requiredTextSchema,
  AuthParameters: stringMapSchema.default({}),
  ChallengeName: requiredTextSchema,
  ChallengeResponses: stringMapSchema.default({}),
  ClientId: requiredTextSchema,
  ClientMetadata: stringMapSchema.optional(),
  Code: requiredTextSchema.regex(/^\S+$/, formatPatternMessage('[\\S]+')),
  ConfirmationCode: requiredTextSchema.regex(/^\S+$/, formatPatternMessage('[\\S]+')),
  DeviceKey: tokenSchema,
  DeviceName: z.string().max(1024).optional(),
  DeviceRememberedStatus: z.literal(
    'not_remembered',
    "The local user pool doesn't support devices that sign in by themselves",
  ),
  DeviceSecretVerifierConfig: z.object({ PasswordVerifier: z.string(), Salt: z.string() }, { error: NULL_MESSAGE }),
  Filter: z.undefined("The local user pool doesn't support filters").optional(),
  Limit: z
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE_ITEMS, `Member must have value less than or equal to ${MAX_PAGE_ITEMS}`)
    .default(MAX_PAGE_ITEMS),
  PaginationToken: z.string().optional(),
  Password: passwordSchema,
  Permanent: z.literal(true, "The local user pool doesn't support temporary passwords"),
  PreviousPassword: z.string().default(''),
  ProposedPassword: passwordSchema,
  RefreshToken: tokenSchema,
  Session: z.string().default(''),
  SoftwareTokenMfaSettings: z
    .object({ Enabled: z.boolean().default(false), PreferredMfa: z.boolean().default(false) })
    .optional(),
  Token: tokenSchema,
  UserAttributes: attributeListSchema,
  UserCode: z.string({ error: NULL_MESSAGE }).regex(/^\d{6}$/, formatPatternMessage('[0-9]+')),
  /** An email or a user ID. Emails are stored and compared in lower case. */
  Username: requiredTextSchema.trim().toLowerCase(),
  UserPoolId: requiredTextSchema,
  ValidationData: attributeListSchema,
};

export type InputField = keyof typeof INPUT_FIELDS;

/** The parsed input of an operation with these fields. */
export type Input<Field extends InputField> = { [Key in Field]: z.output<(typeof INPUT_FIELDS)[Key]> };
