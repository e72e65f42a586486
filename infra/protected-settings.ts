import type { Stage } from './stage.ts';

/**
 * Settings that a deployment must not change by accident. The storage stack writes them into the output
 * `ProtectedSettings`, which `npm run deploy` compares with the next deployment
 * (`infra/deployed/dangerous-changes.ts`).
 */
export type ProtectedSettings = Pick<Stage, 'kind' | 'depthIndexShards' | 'domainName' | 'emailVerification'>;

/** The name of the storage stack's output. */
export const PROTECTED_SETTINGS_OUTPUT = 'ProtectedSettings';

/** Formats the value of the output: the protected settings as JSON. */
export function formatProtectedSettings(stage: Stage): string {
  const { kind, depthIndexShards, domainName, emailVerification } = stage;
  return JSON.stringify({ kind, depthIndexShards, domainName, emailVerification } satisfies ProtectedSettings);
}
