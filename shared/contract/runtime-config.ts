/**
 * A stage's public settings: the site serves them at `GET /config.json`, and the browser and the acceptance suite read
 * them. Contains URLs and public IDs, never a secret.
 */
export interface RuntimeConfig {
  readonly stage: string;
  readonly region: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  /** The user pool's endpoint, if it is not Amazon Cognito's. */
  readonly userPoolEndpoint?: string;
  /** SRP, or the plain password for emulators without SRP. */
  readonly authFlow: 'USER_SRP_AUTH' | 'USER_PASSWORD_AUTH';
  readonly emailVerification: 'none' | 'required';
  /** Whether the dashboard has its test button: on every stage except production. */
  readonly testContribution: boolean;
  /**
   * The API's absolute URL; ends with `/api`. For clients outside the site, such as the acceptance suite: pages use
   * `/api` on their own origin.
   */
  readonly apiUrl: string;
  /** The WebSocket URL, without the ticket: `wss://…`. */
  readonly socketUrl: string;
  /** Card payments; absent if no keys are set up. */
  readonly stripe?: {
    readonly publishableKey: string;
    /** URL of Stripe.js. */
    readonly scriptUrl: string;
  };
  /** PayPal payments; absent if no keys are set up. */
  readonly paypal?: {
    readonly clientId: string;
    /** URL of PayPal's JavaScript SDK, without the query. */
    readonly sdkBaseUrl: string;
  };
}
