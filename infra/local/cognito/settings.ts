import { z } from 'zod';

const passwordPolicySchema = z.object({
  MinimumLength: z.number().default(8),
  RequireLowercase: z.boolean().default(false),
  RequireNumbers: z.boolean().default(false),
  RequireSymbols: z.boolean().default(false),
  RequireUppercase: z.boolean().default(false),
});
export type PasswordPolicy = z.output<typeof passwordPolicySchema>;

/** Function ARNs by trigger. */
const lambdaConfigSchema = z.strictObject({
  PreSignUp: z.string().optional(),
  PostConfirmation: z.string().optional(),
});
export type LambdaConfig = z.output<typeof lambdaConfigSchema>;

/** The text of all mails with codes. `{####}` stands for the code. */
const verificationMessageSchema = z.object({
  DefaultEmailOption: z.literal('CONFIRM_WITH_CODE'),
  EmailSubject: z.string(),
  EmailMessage: z.string().includes('{####}'),
});
export type VerificationMessage = z.output<typeof verificationMessageSchema>;

/** The properties of `AWS::Cognito::UserPool` that the local user pool supports. */
export const poolSchema = z.object({
  UsernameAttributes: z.tuple([z.literal('email')]),
  AutoVerifiedAttributes: z.tuple([z.literal('email')]),
  UsernameConfiguration: z.object({ CaseSensitive: z.literal(false) }),
  Policies: z.object({ PasswordPolicy: passwordPolicySchema }),
  LambdaConfig: lambdaConfigSchema.default({}),
  VerificationMessageTemplate: verificationMessageSchema,
  // The pool lists devices, which never sign in by themselves (DEVICE_SRP_AUTH).
  DeviceConfiguration: z.object({
    ChallengeRequiredOnNewDevice: z.literal(false),
    DeviceOnlyRememberedOnUserPrompt: z.literal(true),
  }),
  MfaConfiguration: z.literal('OPTIONAL'),
  EnabledMfas: z.tuple([z.literal('SOFTWARE_TOKEN_MFA')]),
  UserAttributeUpdateSettings: z.object({ AttributesRequireVerificationBeforeUpdate: z.tuple([z.literal('email')]) }),
});

const timeUnitSchema = z.enum(['seconds', 'minutes', 'hours', 'days']);

/** The properties of `AWS::Cognito::UserPoolClient` that the local user pool supports. */
export const clientSchema = z.object({
  UserPoolId: z.string(),
  ClientName: z.enum(['Web', 'Server', 'Canary']),
  EnableTokenRevocation: z.literal(true),
  ReadAttributes: z.array(z.string()),
  WriteAttributes: z.array(z.string()),
  GenerateSecret: z.literal(false).default(false),
  PreventUserExistenceErrors: z.literal('ENABLED'),
  ExplicitAuthFlows: z.array(z.string()).default([]),
  AccessTokenValidity: z.number().default(1),
  IdTokenValidity: z.number().default(1),
  RefreshTokenValidity: z.number().default(30),
  TokenValidityUnits: z
    .object({
      AccessToken: timeUnitSchema.default('hours'),
      IdToken: timeUnitSchema.default('hours'),
      RefreshToken: timeUnitSchema.default('days'),
    })
    .prefault({}),
});

/** An app client of the pool. */
export type Client = z.output<typeof clientSchema> & { readonly ClientId: string };
