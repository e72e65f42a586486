import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { MIN_PASSWORD_LENGTH } from '../../shared/depth/limits.ts';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';

/** The user pool. Members sign in by email; the username is the attribute `preferred_username`. */
export class MemberPool extends Construct {
  readonly pool: cognito.UserPool;
  readonly client: cognito.UserPoolClient;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.pool = new cognito.UserPool(this, 'Pool', {
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      standardAttributes: {
        email: { required: true, mutable: true },
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
      removalPolicy: stage.production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Validations.of(this.pool).acknowledge(
      {
        id: 'AwsSolutions-COG1',
        reason: 'The product requires six characters and nothing else (docs/product.md#accounts).',
      },
      { id: 'AwsSolutions-COG2', reason: 'The product has no multi-factor authentication.' },
      { id: 'AwsSolutions-COG8', reason: 'Threat protection is a paid plan, which the operator chooses.' },
    );
    this.client = this.pool.addClient('Web', {
      authFlows: { userSrp: true, userPassword: stage.passwordAuth },
      generateSecret: false,
      preventUserExistenceErrors: true,
      disableOAuth: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
    });
  }

  /** Runs a function before each sign-up is accepted. */
  beforeSignUp(fn: BundledFunction): void {
    this.pool.addTrigger(cognito.UserPoolOperation.PRE_SIGN_UP, fn.function);
  }

  /** Runs a function after each sign-up is confirmed. */
  afterConfirmation(fn: BundledFunction): void {
    this.pool.addTrigger(cognito.UserPoolOperation.POST_CONFIRMATION, fn.function);
  }

  /** Lets a function read a member's attributes. */
  allowReadingMembers(fn: BundledFunction): void {
    fn.setEnvironment('USER_POOL_ID', this.pool.userPoolId);
    fn.allow(['cognito-idp:AdminGetUser'], [this.pool.userPoolArn]);
  }

  /** Lets a function delete members from the pool, so that they can't sign in. */
  allowRemovingMembers(fn: BundledFunction): void {
    fn.setEnvironment('USER_POOL_ID', this.pool.userPoolId);
    fn.allow(['cognito-idp:AdminDeleteUser'], [this.pool.userPoolArn]);
  }
}
