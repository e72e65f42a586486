import { Validations } from 'aws-cdk-lib';
import * as secrets from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';
import { chooseDataRemovalPolicy } from './data-removal-policy.ts';

/**
 * The keys that turn a member's ID into the pseudonym in the log (docs/adr/0030-audit-trail.md).
 *
 * Secrets Manager generates the first key, `v1`. Operators add others (docs/operating.md#who-sent-a-request).
 */
export class CallerHashKeys extends Construct {
  readonly #secret: secrets.Secret;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#secret = new secrets.Secret(this, 'Secret', {
      description: 'Fathom: turns the IDs of callers into pseudonyms in the log',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ current: 'v1' }),
        generateStringKey: 'v1',
        passwordLength: 64,
        excludePunctuation: true,
      },
      // Without the keys, the pseudonyms in kept logs can't be matched with members.
      removalPolicy: chooseDataRemovalPolicy(stage),
    });

    Validations.of(this.#secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Old keys are needed as long as logs are kept, so an operator adds keys. docs/operating.md explains it.',
    });
  }

  get secretArn(): string {
    return this.#secret.secretArn;
  }

  /** Lets a function write pseudonyms into its log. */
  allow(fn: BundledFunction): void {
    fn.setEnvironment('CALLER_HASH_KEYS_ARN', this.#secret.secretArn);
    fn.allow(['secretsmanager:GetSecretValue'], [this.#secret.secretArn]);
  }
}
