import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';

let pendingConfig: Promise<RuntimeConfig> | undefined;

/**
 * Returns the addresses and IDs of the stage that this page runs against. Reads them once, and again after a failure.
 */
export function runtimeConfig(): Promise<RuntimeConfig> {
  pendingConfig ??= load().catch((error) => {
    pendingConfig = undefined;
    throw error;
  });

  return pendingConfig;
}

async function load(): Promise<RuntimeConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`Couldn't read /config.json (${response.status}).`);
  return response.json();
}
