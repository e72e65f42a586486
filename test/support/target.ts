import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';

/** A running Fathom that the acceptance suite tests. */
export interface Target {
  readonly config: RuntimeConfig;
  /** Whether an administrator must confirm new members, because the user pool runs no triggers. */
  readonly confirmByAdmin: boolean;
  /** Features that this target doesn't support, with the reason. Tests that need them are skipped. */
  readonly unsupported: Readonly<Record<string, string>>;
  /** URL of the mails that a local target has sent (`readMails`), as JSON. */
  readonly mailsUrl?: string;
  /** How far eventually consistent reads of a local target are behind, in milliseconds. */
  readonly lagMs?: number;
  /** The local Stripe and the local PayPal, which must run while this target is tested. */
  readonly payments?: {
    readonly directory: string;
    readonly ports: { readonly stripe: number; readonly paypal: number };
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    target: Target;
  }
}
