/** Settings for glibc. By default, glibc keeps about 200 MB that ended functions have freed. */
const MEMORY_SETTINGS: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** The hosts of the local cloud's own requests. No proxy can reach them. */
const LOCAL_HOSTS = ['127.0.0.1', 'localhost'];

/**
 * Returns the environment variables with which the local cloud must start, and which its process lacks or has with
 * another value. glibc and Node.js read these variables only when a process starts.
 *
 * @param environment the variables of the process. Settings for glibc in it stay as they are.
 */
export function findMissingVariables(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Record<string, string> {
  const hasMemorySettings = Object.keys(MEMORY_SETTINGS).some((name) => name in environment);
  const isMemoryLimited = platform !== 'linux' || hasMemorySettings;

  return { ...(!isMemoryLimited && MEMORY_SETTINGS), ...findProxyExceptions(environment) };
}

/** Returns the lists of hosts that Node.js must reach without a proxy, if the environment has a proxy. */
function findProxyExceptions(environment: NodeJS.ProcessEnv): Record<string, string> {
  if (!environment.HTTP_PROXY && !environment.http_proxy) return {};

  // Node.js reads only one of the two names, so both must have the local hosts if both are set.
  const namesInUse = ['NO_PROXY', 'no_proxy'].filter((name) => environment[name] !== undefined);
  const names = namesInUse.length > 0 ? namesInUse : ['NO_PROXY'];
  const exceptions: Record<string, string> = {};

  for (const name of names) {
    const hosts = (environment[name] ?? '').split(/[\s,]+/).filter(Boolean);
    // The asterisk means all hosts, and only if it stands alone.
    if (hosts.includes('*') || LOCAL_HOSTS.every((host) => hosts.includes(host))) continue;
    exceptions[name] = [...new Set([...hosts, ...LOCAL_HOSTS])].join(',');
  }

  return exceptions;
}
