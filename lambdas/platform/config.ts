/**
 * A setting that the template gives the function.
 *
 * @throws Error naming the setting, when the function was not given it: a mistake in its grants.
 */
export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The function lacks ${name}: does infra/routes grant it the resource?`);
  return value;
}
