import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as secrets from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { BundledFunction } from './bundled-function.ts';

interface PaymentKeysProps {
  readonly description: string;
  /** Begins the names of the functions' settings: `STRIPE` gives them `STRIPE_SECRET_ARN`. */
  readonly prefix: 'STRIPE' | 'PAYPAL';
  /** What the secret holds, all of it empty until an operator fills it in (README "Payments"). */
  readonly fields: readonly string[];
  /** Further settings, none of them secret. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * The keys of a payment provider. The template makes the secret without them: an operator puts them in, so that neither
 * repository nor template nor log ever holds one.
 */
export class PaymentKeys extends Construct {
  readonly secret: secrets.Secret;
  readonly #props: PaymentKeysProps;

  constructor(scope: Construct, id: string, props: PaymentKeysProps) {
    super(scope, id);
    this.#props = props;
    const empty = Object.fromEntries(props.fields.map((field) => [field, '']));
    this.secret = new secrets.Secret(this, 'Secret', {
      description: props.description,
      generateSecretString: { secretStringTemplate: JSON.stringify(empty), generateStringKey: 'unused' },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Its keys are made by the provider, and replaced there; functions take new ones within five minutes.',
    });
  }

  /** Lets a function speak with the provider. */
  allow(fn: BundledFunction): void {
    const { prefix, settings = {} } = this.#props;
    fn.setEnvironment(`${prefix}_SECRET_ARN`, this.secret.secretArn);
    for (const [name, value] of Object.entries(settings)) fn.setEnvironment(name, value);
    fn.allow(['secretsmanager:GetSecretValue'], [this.secret.secretArn]);
  }
}
