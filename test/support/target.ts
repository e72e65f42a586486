import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';

/** A running Fathom that the acceptance suite tests: its addresses, and what it cannot do. */
export interface Target {
  readonly config: RuntimeConfig;
  /** Whether an administrator must confirm new members, because the user pool runs no triggers. */
  readonly confirmByAdmin: boolean;
  /** What this target cannot do, and why. Tests that need it are skipped by name. */
  readonly lacks: Readonly<Record<string, string>>;
  /** Stand-ins of the payment providers, which must run while this target is tested. */
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
