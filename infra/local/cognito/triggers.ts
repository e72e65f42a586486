import { z } from 'zod';
import { AwsError, type Caller } from '../http/aws-json-server.ts';
import type { Outcome } from '../lambda/sandbox.ts';
import { REGION } from '../template/identities.ts';
import type { LambdaConfig } from './settings.ts';
import type { User } from './users.ts';

/** Invokes the function with this ARN and returns its outcome. */
export type Invoke = (arn: string, event: unknown) => Promise<Outcome>;

/** The request that runs a trigger. */
export interface TriggerCause {
  readonly caller: Caller;
  /** Undefined for administrative operations. */
  readonly ClientId?: string;
  readonly ClientMetadata: Readonly<Record<string, string>> | undefined;
  readonly ValidationData?: Readonly<Record<string, string>>;
}

const preSignUpEventSchema = z.object({
  response: z.object({ autoConfirmUser: z.boolean().default(false), autoVerifyEmail: z.boolean().default(false) }),
});

/** Runs the template's functions as Cognito triggers. A trigger without a function does nothing. */
export class Triggers {
  readonly #poolId: string;
  readonly #config: LambdaConfig;
  readonly #invoke: Invoke;

  constructor(poolId: string, config: LambdaConfig, invoke: Invoke) {
    this.#poolId = poolId;
    this.#config = config;
    this.#invoke = invoke;
  }

  /**
   * Runs the pre-sign-up trigger. Returns its decisions.
   *
   * @throws AwsError if the function fails or returns an invalid event
   */
  async runPreSignUp(userName: string, userAttributes: Readonly<Record<string, string>>, cause: TriggerCause) {
    const response = { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false };
    const { ValidationData = {} } = cause;
    // As in Cognito, the event has null if the client sent no validation data.
    const validationData = Object.keys(ValidationData).length > 0 ? ValidationData : null;
    const request = { userAttributes, validationData };

    const event = await this.#run('PreSignUp', 'SignUp', { userName, request, response }, cause);
    const { success, data: parsedEvent } = preSignUpEventSchema.safeParse(event);
    if (success) return parsedEvent.response;
    throw new AwsError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  }

  /**
   * Runs the post-confirmation trigger.
   *
   * @throws AwsError if the function fails
   */
  async runPostConfirmation(source: 'ConfirmSignUp' | 'ConfirmForgotPassword', user: User, cause: TriggerCause) {
    const request = { userAttributes: { ...user.attributes, 'cognito:user_status': user.status } };
    await this.#run('PostConfirmation', source, { userName: user.id, request, response: {} }, cause);
  }

  async #run(
    trigger: keyof LambdaConfig,
    source: string,
    event: { readonly userName: string; readonly request: object; readonly response: object },
    { caller, ClientId = 'CLIENT_ID_NOT_APPLICABLE', ClientMetadata: clientMetadata }: TriggerCause,
  ): Promise<unknown> {
    const arn = this.#config[trigger];
    if (!arn) return event;

    const outcome = await this.#invoke(arn, {
      ...event,
      version: '1',
      region: REGION,
      userPoolId: this.#poolId,
      callerContext: { awsSdkVersion: caller.userAgent, clientId: ClientId },
      triggerSource: `${trigger}_${source}`,
      request: { ...event.request, ...(clientMetadata && { clientMetadata }) },
    });

    if (outcome.ok) return JSON.parse(outcome.payload);
    if (outcome.timedOut) {
      throw new AwsError('UnexpectedLambdaException', `${trigger} invocation failed due to error: Task timed out.`);
    }
    throw new AwsError('UserLambdaValidationException', `${trigger} failed with error ${outcome.error.errorMessage}.`);
  }
}
