import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as secrets from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { BundledFunction } from './bundled-function.ts';

/** The key that signs cursors. Secrets Manager generates it, so no template or log contains it. */
export class CursorSecret extends Construct {
  readonly #secret: secrets.Secret;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#secret = new secrets.Secret(this, 'Secret', {
      description: 'Fathom: signs the cursors of paged lists',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.#secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'The key prevents altered cursors; it protects no data. Rotation would only break open lists.',
    });
  }

  /** Lets a function sign and verify cursors. */
  allow(fn: BundledFunction): void {
    fn.setEnvironment('CURSOR_SECRET_ARN', this.#secret.secretArn);
    fn.allow(['secretsmanager:GetSecretValue'], [this.#secret.secretArn]);
  }
}
