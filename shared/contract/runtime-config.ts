/**
 * What a client must know of the place it runs against: served as `GET /config.json` by the site, and read by the
 * browser and the acceptance suite alike. It holds addresses and public ids, never a secret.
 */
export interface RuntimeConfig {
  readonly stage: string;
  readonly region: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  /** Where the user pool answers, when it is not Amazon Cognito's own address. */
  readonly userPoolEndpoint?: string;
  /** How a member proves their password: by SRP, or by sending it, where an emulator has no SRP. */
  readonly authFlow: 'USER_SRP_AUTH' | 'USER_PASSWORD_AUTH';
  readonly emailVerification: 'none' | 'required';
  /** Whether the dashboard has its test button: on every stage but production (decision 5). */
  readonly testContribution: boolean;
  /** Absolute, and ends with `/api`. */
  readonly apiUrl: string;
  /** Where messages come and go: `wss://…`, without the ticket. */
  readonly socketUrl: string;
  /** How cards are paid with; absent where no keys are set up. */
  readonly stripe?: {
    readonly publishableKey: string;
    /** Where Stripe.js is loaded from. */
    readonly scriptUrl: string;
  };
  /** How PayPal is paid with; absent where no keys are set up. */
  readonly paypal?: {
    readonly clientId: string;
    /** Where PayPal's JavaScript SDK is loaded from, without its query. */
    readonly sdkBaseUrl: string;
  };
}
