/**
 * A setting that the template gives the function.
 *
 * @throws Error naming the setting, when the function was not given it: a mistake in its grants.
 */
export function setting(name: string): string {
  const value = settingIfGiven(name);
  if (value === undefined) throw new Error(`The function lacks ${name}: does infra/routes grant it the resource?`);
  return value;
}

/** A setting that the template gives the functions of some stages alone; undefined where it does not. */
export function settingIfGiven(name: string): string | undefined {
  return process.env[name] || undefined;
}
