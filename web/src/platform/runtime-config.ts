import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';

let loading: Promise<RuntimeConfig> | undefined;

/** The addresses and ids of the place that this page runs against, read once. A failed read is tried again. */
export function runtimeConfig(): Promise<RuntimeConfig> {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<RuntimeConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`The site's configuration could not be read (${response.status}).`);
  return response.json();
}
