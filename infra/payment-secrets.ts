/** A secret with the keys of a payment provider. */
export interface PaymentSecret {
  /** The output of the storage stack with the secret's ARN. */
  readonly output: string;
  /** The fields that an operator fills in. */
  readonly fields: readonly string[];
}

/** The secrets that an operator fills in (`npm run secrets`), by provider. */
export const PAYMENT_SECRETS = {
  stripe: { output: 'StripeKeysArn', fields: ['secretKey', 'webhookSecret'] },
  paypal: { output: 'PayPalKeysArn', fields: ['clientId', 'clientSecret', 'webhookId'] },
} as const satisfies Record<string, PaymentSecret>;
