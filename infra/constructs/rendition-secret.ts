import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import * as secrets from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';

/**
 * The key that signs the URLs of renditions (docs/adr/0042-rendition-urls.md).
 *
 * Functions read it from Secrets Manager. A CloudFront function can't, so CloudFormation puts it into the function's
 * code.
 */
export class RenditionSecret extends Construct {
  readonly #secret: secrets.Secret;
  readonly #versionId: string | undefined;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#versionId = stage.renditionSecretVersion;
    this.#secret = new secrets.Secret(this, 'Secret', {
      description: 'Fathom: signs the URLs of thumbnails and previews',
      // Excludes punctuation, because the value becomes part of the CloudFront function's code.
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });

    Validations.of(this.#secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'CloudFront and functions would have to change it at the same time. docs/runbooks.md explains how to replace it.',
    });
  }

  get secretArn(): string {
    return this.#secret.secretArn;
  }

  /** A CloudFormation reference to the value: `{{resolve:secretsmanager:…}}`. */
  get reference(): string {
    // A function's code must be a string. Unwrapping yields the reference, not the secret.
    return SecretValue.secretsManager(this.#secret.secretArn, { versionId: this.#versionId }).unsafeUnwrap();
  }

  /** Lets a function sign URLs of renditions. */
  allow(fn: BundledFunction): void {
    fn.setEnvironment('RENDITION_SECRET_ARN', this.#secret.secretArn);
    fn.allow(['secretsmanager:GetSecretValue'], [this.#secret.secretArn]);
  }
}
