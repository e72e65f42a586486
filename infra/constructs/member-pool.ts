import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as secrets from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { MIN_PASSWORD_LENGTH } from '../../shared/rules/limits.ts';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';
import { buildMailIdentityArn } from './notice-mail.ts';

/** Administrative operations on members that functions can be allowed to call. */
type MemberOperation =
  | 'AdminDeleteUser'
  | 'AdminForgetDevice'
  | 'AdminGetUser'
  | 'AdminInitiateAuth'
  | 'AdminListDevices'
  | 'AdminSetUserMFAPreference'
  | 'AdminSetUserPassword'
  | 'AdminUpdateUserAttributes'
  | 'AdminUserGlobalSignOut'
  | 'ListUsers';

const READ_ATTRIBUTES = new cognito.ClientAttributes().withStandardAttributes({
  email: true,
  emailVerified: true,
  preferredUsername: true,
});

/**
 * Options that all clients share. Browsers and functions use them without a secret.
 *
 * The CDK also lets every client refresh tokens. Keep that flow for clients that discard their tokens: without it,
 * Cognito refuses to create a client ("REFRESH_TOKEN_AUTH should always be allowed").
 */
const CLIENT_OPTIONS = {
  generateSecret: false,
  preventUserExistenceErrors: true,
  disableOAuth: true,
  enableTokenRevocation: true,
  readAttributes: READ_ATTRIBUTES,
} as const;

/** The shortest lifetimes of tokens that Cognito allows, for functions that discard their tokens. */
const SHORTEST_LIFETIMES = {
  accessTokenValidity: Duration.minutes(5),
  idTokenValidity: Duration.minutes(5),
  refreshTokenValidity: Duration.minutes(60),
} as const;

/**
 * The user pool. Members sign in by email; the username is the attribute `preferred_username`.
 *
 * Browsers use the client `Web`, which can't change an email: a stolen access token must not be enough to replace the
 * address that resets the password. Our functions use the client `Server`, which registers members and checks
 * passwords. `Server` has no secret: checking a password needs an IAM permission, and `Web` already allows everything
 * else that `Server` allows.
 */
export class MemberPool extends Construct {
  readonly pool: cognito.UserPool;
  /** The client of browsers. */
  readonly webClient: cognito.UserPoolClient;
  /** The client of our functions. The HTTP API rejects its tokens. */
  readonly serverClient: cognito.UserPoolClient;
  /** The client of the canary function, if the stage has one. The HTTP API accepts its tokens. */
  readonly canaryClient: cognito.UserPoolClient | undefined;
  /** The key that proves to the pre-sign-up trigger that our function makes a sign-up. */
  readonly #registrationSecret: secrets.Secret;
  readonly #emailVerification: Stage['emailVerification'];
  #postConfirmationFunction: lambda.IFunction | undefined;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#emailVerification = stage.emailVerification;
    this.#registrationSecret = this.#createRegistrationSecret();
    this.pool = this.#createPool(stage);
    this.webClient = this.#addWebClient(stage);
    this.serverClient = this.#addServerClient();
    this.canaryClient = stage.canary ? this.#addCanaryClient() : undefined;
  }

  #createRegistrationSecret(): secrets.Secret {
    const secret = new secrets.Secret(this, 'RegistrationSecret', {
      description: 'Fathom: proves to Cognito that a sign-up comes from the API',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });

    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The key only proves that a sign-up comes from the API, which checks the password. Rotation would reject sign-ups ' +
        'for five minutes.',
    });
    return secret;
  }

  #createPool(stage: Stage): cognito.UserPool {
    const pool = new cognito.UserPool(this, 'Pool', {
      // Lite costs a third of Essentials, the default, per active member. All features below work with it
      // (docs/adr/0036-cheaper-operation.md).
      featurePlan: cognito.FeaturePlan.LITE,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // A new email replaces the old one when its owner has entered the code.
      keepOriginal: { email: true },
      userVerification: {
        emailStyle: cognito.VerificationEmailStyle.CODE,
        emailSubject: 'Your Fathom code',
        emailBody:
          'Your code for Fathom is {####}. If you did not request it, you can ignore this email. ' +
          'Never share the code: we will not ask you for it.',
      },
      mfa: cognito.Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      // Lists the devices of a member. Cognito doesn't remember a device without the member's choice, so a device never
      // signs in by itself or replaces the second factor.
      deviceTracking: { challengeRequiredOnNewDevice: false, deviceOnlyRememberedOnUserPrompt: true },
      standardAttributes: {
        // Every client would need the permission to write a required attribute, so email is optional. Sign-up sets it.
        email: { required: false, mutable: true },
        preferredUsername: { required: false, mutable: true },
      },
      passwordPolicy: {
        minLength: MIN_PASSWORD_LENGTH,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
      },
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      deletionProtection: stage.production,
      // Also keeps it if its creation is rolled back, because CloudFormation can't delete a protected resource.
      removalPolicy: stage.production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });

    acknowledgePoolRules(pool);
    if (stage.mailSender !== undefined) setMailSender(pool, stage.mailSender);
    return pool;
  }

  /** Adds the client of browsers. */
  #addWebClient({ passwordAuth }: Stage): cognito.UserPoolClient {
    return this.pool.addClient('Web', {
      ...CLIENT_OPTIONS,
      userPoolClientName: 'Web',
      authFlows: { userSrp: true, userPassword: passwordAuth },
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({ preferredUsername: true }),
    });
  }

  /** Adds the client of our functions. */
  #addServerClient(): cognito.UserPoolClient {
    return this.pool.addClient('Server', {
      ...CLIENT_OPTIONS,
      ...SHORTEST_LIFETIMES,
      userPoolClientName: 'Server',
      authFlows: { adminUserPassword: true },
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({ email: true, preferredUsername: true }),
    });
  }

  /** Adds the canary's client. Signing in through it needs an IAM permission, and its tokens can't change an email. */
  #addCanaryClient(): cognito.UserPoolClient {
    return this.pool.addClient('Canary', {
      ...CLIENT_OPTIONS,
      ...SHORTEST_LIFETIMES,
      userPoolClientName: 'Canary',
      authFlows: { adminUserPassword: true },
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({ preferredUsername: true }),
    });
  }

  /** Lets the canary function sign in as the canary member. */
  allowCanarySignIn(fn: BundledFunction): void {
    if (!this.canaryClient) throw new Error('The stage has no canary.');
    fn.setEnvironment('CANARY_CLIENT_ID', this.canaryClient.userPoolClientId);
    this.allow(fn, 'AdminInitiateAuth');
  }

  /** Runs a trigger before each sign-up is accepted. The trigger can check that our function made the sign-up. */
  beforeSignUp(fn: BundledFunction): void {
    this.#allowRegistrationProof(fn);
    fn.setEnvironment('EMAIL_VERIFICATION', this.#emailVerification);
    this.pool.addTrigger(cognito.UserPoolOperation.PRE_SIGN_UP, fn.function);
  }

  /**
   * Runs a function after each confirmed sign-up and each password reset. The function may call these operations on
   * members. It needs no variable with the pool's ID, because the event contains the ID.
   */
  afterConfirmation(fn: BundledFunction, ...operations: readonly MemberOperation[]): void {
    this.pool.addTrigger(cognito.UserPoolOperation.POST_CONFIRMATION, fn.function);
    const actions = operations.map((operation) => `cognito-idp:${operation}`);
    fn.allowAfterwards(this, 'AfterConfirmation', actions, [this.pool.userPoolArn]);
    this.#postConfirmationFunction = fn.function;
  }

  /** Lets a function request that a password reset is completed later. Call {@link afterConfirmation} first. */
  allowResetCompletion(fn: BundledFunction): void {
    const trigger = this.#postConfirmationFunction;
    if (!trigger) throw new Error('The pool has no post-confirmation trigger.');
    fn.setEnvironment('POST_CONFIRMATION_FUNCTION_NAME', trigger.functionName);
    fn.allow(['lambda:InvokeFunction'], [trigger.functionArn]);
  }

  /** Lets a function read a member's attributes. */
  allowReadingMembers(fn: BundledFunction): void {
    this.allow(fn, 'AdminGetUser');
  }

  /** Lets a function delete members from the pool, so that they can't sign in. */
  allowRemovingMembers(fn: BundledFunction): void {
    this.allow(fn, 'AdminDeleteUser');
  }

  /** Lets a function call Cognito's public operations, such as SignUp, through the client `Server`. */
  allowServerClient(fn: BundledFunction): void {
    fn.setEnvironment('SERVER_CLIENT_ID', this.serverClient.userPoolClientId);
  }

  /** Lets a function create accounts. The pre-sign-up trigger rejects all other sign-ups. */
  allowRegistering(fn: BundledFunction): void {
    this.allowServerClient(fn);
    this.#allowRegistrationProof(fn);
    fn.setEnvironment('EMAIL_VERIFICATION', this.#emailVerification);
  }

  /** Lets a function redeem codes that the page requested, through the page's client. */
  allowWebClient(fn: BundledFunction): void {
    fn.setEnvironment('WEB_CLIENT_ID', this.webClient.userPoolClientId);
  }

  /** Lets a function compute pseudonyms of emails. */
  allowHashingEmails(fn: BundledFunction): void {
    this.#allowRegistrationProof(fn);
  }

  #allowRegistrationProof(fn: BundledFunction): void {
    fn.setEnvironment('REGISTRATION_SECRET_ARN', this.#registrationSecret.secretArn);
    fn.allow(['secretsmanager:GetSecretValue'], [this.#registrationSecret.secretArn]);
  }

  /** Lets a function check passwords, through the client `Server`. */
  allowCredentialChecks(fn: BundledFunction): void {
    this.allowServerClient(fn);
    this.allow(fn, 'AdminInitiateAuth');
  }

  /** Lets a function call these operations on members. */
  allow(fn: BundledFunction, ...operations: readonly MemberOperation[]): void {
    fn.setEnvironment('USER_POOL_ID', this.pool.userPoolId);
    fn.allow(
      operations.map((operation) => `cognito-idp:${operation}`),
      [this.pool.userPoolArn],
    );
  }
}

/** Explains to cdk-nag why the pool breaks some of its rules. */
function acknowledgePoolRules(pool: cognito.UserPool): void {
  Validations.of(pool).acknowledge(
    {
      id: 'AwsSolutions-COG1',
      reason:
        'The product requires six characters, of any kind (docs/product.md#accounts). The API also rejects common ' +
        'passwords.',
    },
    { id: 'AwsSolutions-COG2', reason: 'Members choose whether to use a second factor (docs/product.md#accounts).' },
    {
      id: 'AwsSolutions-COG8',
      reason:
        'The Plus plan charges for each active member. Instead, the API rejects common passwords, and Cognito limits ' +
        'guesses, as does the firewall of the pool of a production stage (docs/security.md).',
    },
  );
}

/** Sends the pool's mails from an address of ours, through Amazon SES. */
function setMailSender(pool: cognito.UserPool, mailSender: string): void {
  // UserPoolEmail.withSES would need a region that is known before the deployment.
  (pool.node.defaultChild as cognito.CfnUserPool).emailConfiguration = {
    emailSendingAccount: 'DEVELOPER',
    from: `Fathom <${mailSender}>`,
    sourceArn: buildMailIdentityArn(pool, mailSender),
  };
}
