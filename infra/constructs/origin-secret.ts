import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import * as secrets from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { ORIGIN_CHECK_OFF, ORIGIN_SECRET_VARIABLE } from '../../shared/contract/origin.ts';
import type { Stage } from '../stage.ts';

/**
 * The secret that CloudFront sends to the API, so that requests can't bypass its firewall
 * (docs/adr/0020-requests-only-through-cloudfront.md).
 *
 * Secrets Manager generates it. Templates contain a reference, which CloudFormation resolves at deployment.
 */
export class OriginSecret extends Construct {
  readonly #secret: secrets.Secret;
  readonly #versionId: string | undefined;
  readonly #isChecked: boolean;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#versionId = stage.originSecretVersion;
    this.#isChecked = stage.originCheck;
    this.#secret = new secrets.Secret(this, 'Secret', {
      description: 'Fathom: proves to the API that a request came through CloudFront',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });

    Validations.of(this.#secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'CloudFront and functions would have to change it at the same time. docs/deploying.md explains the rotation.',
    });
  }

  get secretArn(): string {
    return this.#secret.secretArn;
  }

  /**
   * A CloudFormation reference to the value: `{{resolve:secretsmanager:…}}`.
   *
   * Without a version, CloudFormation reads the current value whenever it updates a resource with the reference, for any
   * reason. So a new value must not become current before API Gateway and CloudFront both use it
   * (docs/deploying.md#rotating-the-origin-secret).
   */
  get reference(): string {
    // Custom origin headers must be strings. Unwrapping yields the reference, not the secret.
    return SecretValue.secretsManager(this.#secret.secretArn, { versionId: this.#versionId }).unsafeUnwrap();
  }

  /**
   * The stage variables with which API Gateway passes the secret to functions, in each event, or turns the check off.
   *
   * The variable always has a value: API Gateway keeps a variable that an update omits.
   *
   * A template can have 60 references to secrets, fewer than it has functions
   * (docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html). A stage variable is safe enough:
   * someone who can read it can usually invoke the functions. Fetching the secret would add a call to every cold start.
   */
  get stageVariables(): Record<string, string> {
    return { [ORIGIN_SECRET_VARIABLE]: this.#isChecked ? this.reference : ORIGIN_CHECK_OFF };
  }
}
