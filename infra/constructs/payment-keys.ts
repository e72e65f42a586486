import { Validations } from 'aws-cdk-lib';
import * as secrets from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';
import { chooseDataRemovalPolicy } from './data-removal-policy.ts';

interface PaymentKeysProps {
  readonly stage: Stage;
  readonly description: string;
  /** Prefix of the environment variables: `STRIPE` gives `STRIPE_SECRET_ARN`. */
  readonly prefix: 'STRIPE' | 'PAYPAL';
  /** Fields of the secret. They are empty until an operator fills them in (docs/deploying.md). */
  readonly fields: readonly string[];
  /** Further environment variables, which must not be secret. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * The API keys of a payment provider.
 *
 * The template creates the secret with empty fields and an operator fills them in, so that no key is in the repository,
 * a template, or a log.
 */
export class PaymentKeys extends Construct {
  readonly secret: secrets.Secret;
  readonly #props: PaymentKeysProps;

  constructor(scope: Construct, id: string, props: PaymentKeysProps) {
    super(scope, id);
    this.#props = props;

    const emptyFields = Object.fromEntries(props.fields.map((field) => [field, '']));
    this.secret = new secrets.Secret(this, 'Secret', {
      description: props.description,
      // A secret with a template must also have a field with a random value. No function reads it.
      generateSecretString: { secretStringTemplate: JSON.stringify(emptyFields), generateStringKey: 'unused' },
      // Only an operator can store the keys again, so production keeps them when the stack is deleted.
      removalPolicy: chooseDataRemovalPolicy(props.stage),
    });

    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'The provider issues the keys, so an operator stores new ones. Functions use them within five minutes.',
    });
  }

  /** Lets a function read the keys. */
  allow(fn: BundledFunction): void {
    const { prefix, environment = {} } = this.#props;
    fn.setEnvironment(`${prefix}_SECRET_ARN`, this.secret.secretArn);
    for (const [name, value] of Object.entries(environment)) fn.setEnvironment(name, value);
    fn.allow(['secretsmanager:GetSecretValue'], [this.secret.secretArn]);
  }
}
