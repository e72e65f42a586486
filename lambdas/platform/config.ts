/**
 * Returns an environment variable that the template sets.
 *
 * @throws Error if it is missing, which is a mistake in the function's grants
 */
export function readSetting(name: string): string {
  const value = readOptionalSetting(name);
  if (value === undefined) throw new Error(`The function lacks ${name}: does infra/routes grant it the resource?`);
  return value;
}

/** Returns an environment variable that only some stages set, or undefined. */
export function readOptionalSetting(name: string): string | undefined {
  return process.env[name] || undefined;
}
