import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';

let loading: Promise<RuntimeConfig> | undefined;

/** Returns the addresses and IDs of the stage that this page runs against. Cached; a failed read is retried. */
export function runtimeConfig(): Promise<RuntimeConfig> {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<RuntimeConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`Couldn't read /config.json (${response.status}).`);
  return response.json();
}
