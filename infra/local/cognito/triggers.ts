import type { Context } from 'cognito-local/lib/services/context.js';
import type { Triggers } from 'cognito-local/lib/services/triggers/triggers.js';
import { z } from 'zod';
import { AwsError } from '../aws-json-server.ts';
import type { Outcome } from '../lambda/sandbox.ts';
import { REGION } from '../template/identities.ts';

/** What one request hands to the triggers that it causes, beside what cognito-local passes on. */
export interface RequestContext extends Context {
  readonly userAgent: string;
  readonly validationData: Readonly<Record<string, string>>;
}

/** The pool's `LambdaConfig`: function ARNs by trigger. */
export const lambdaConfig = z
  .strictObject({ PreSignUp: z.string().optional(), PostConfirmation: z.string().optional() })
  .default({});

const preSignUpAnswer = z.object({
  response: z.object({
    autoConfirmUser: z.boolean().default(false),
    autoVerifyEmail: z.boolean().default(false),
    autoVerifyPhone: z.boolean().default(false),
  }),
});

interface TriggerCall {
  readonly source: string;
  readonly clientId: string | null;
  readonly userPoolId: string;
  readonly username: string;
}

/**
 * Runs the template's functions as triggers. cognito-local's own service swallows the errors of post-confirmation
 * and knows an event's shape by half.
 */
export function poolTriggers(
  config: z.output<typeof lambdaConfig>,
  invoke: (arn: string, event: unknown) => Promise<Outcome>,
): Triggers {
  const run = async (
    trigger: 'PreSignUp' | 'PostConfirmation',
    context: Context,
    { source, clientId, userPoolId, username }: TriggerCall,
    request: object,
    response: object,
  ): Promise<unknown> => {
    const outcome = await invoke(config[trigger] ?? '', {
      version: '1',
      region: REGION,
      userPoolId,
      userName: username,
      callerContext: {
        awsSdkVersion: (context as RequestContext).userAgent,
        clientId: clientId ?? 'CLIENT_ID_NOT_APPLICABLE',
      },
      triggerSource: source,
      request,
      response,
    });
    if (outcome.ok) return JSON.parse(outcome.payload);
    if (outcome.timedOut) {
      throw new AwsError('UnexpectedLambdaException', `${trigger} invocation failed due to error: Task timed out.`);
    }
    throw new AwsError('UserLambdaValidationException', `${trigger} failed with error ${outcome.error.errorMessage}.`);
  };
  const unknown = async (): Promise<never> => {
    throw new AwsError('InternalErrorException', 'The local user pool runs no such trigger.');
  };
  return {
    enabled: (trigger) => trigger in config && config[trigger as keyof typeof config] !== undefined,
    async preSignUp(context, call) {
      const { sub: _, ...userAttributes } = record(call.userAttributes);
      const { validationData } = context as RequestContext;
      const answer = await run(
        'PreSignUp',
        context,
        call,
        { userAttributes, validationData, ...(call.clientMetadata && { clientMetadata: call.clientMetadata }) },
        { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
      );
      const parsed = preSignUpAnswer.safeParse(answer);
      if (!parsed.success) throw new AwsError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
      return parsed.data.response;
    },
    async postConfirmation(context, call) {
      const request = {
        userAttributes: record(call.userAttributes),
        ...(call.clientMetadata && { clientMetadata: call.clientMetadata }),
      };
      await run('PostConfirmation', context, call, request, {});
    },
    customEmailSender: unknown,
    customMessage: unknown,
    postAuthentication: unknown,
    preTokenGeneration: unknown,
    userMigration: unknown,
  };
}

function record(attributes: readonly { Name: string; Value?: string }[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value ?? '']));
}
