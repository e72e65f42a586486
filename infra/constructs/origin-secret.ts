import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import * as secrets from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';

/**
 * What the site shows the API, so that nobody passes by its firewall. Secrets Manager makes it up; templates hold a
 * reference to it, which CloudFormation follows while it deploys.
 */
export class OriginSecret extends Construct {
  readonly #secret: secrets.Secret;
  readonly #versionId: string | undefined;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#versionId = stage.originSecretVersion;
    this.#secret = new secrets.Secret(this, 'Secret', {
      description: 'Fathom: shows the API that a request has come through the site',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.#secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Site and functions would have to change it in one moment; docs/operating.md says how it is replaced.',
    });
  }

  get secretArn(): string {
    return this.#secret.secretArn;
  }

  /** A reference to the value, for the property of a resource: `{{resolve:secretsmanager:…}}`. */
  get reference(): string {
    // A distribution takes its origin's headers as text alone: unwrapping is what makes it a reference there.
    return SecretValue.secretsManager(this.#secret.secretArn, { versionId: this.#versionId }).unsafeUnwrap();
  }

  /**
   * Makes a function refuse what does not show it. An environment variable is right for this one: it is the lock on a
   * side door, and whoever may read a function's configuration may call the function anyway; to fetch it would cost
   * each new instance a call.
   */
  demandBy(fn: BundledFunction): void {
    fn.setEnvironment('ORIGIN_SECRET', this.reference);
  }
}
