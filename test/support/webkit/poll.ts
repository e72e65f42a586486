/** Maximum time until a value appears, in milliseconds. */
const TIMEOUT_MS = 60_000;

/**
 * Calls `find` until it returns a value.
 *
 * @param subject - names the value in the error
 * @throws Error if no value appears in time
 */
export async function poll<T>(find: () => Promise<T | undefined>, subject: string): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline) {
    const result = await find();
    if (result !== undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${subject} did not appear within ${TIMEOUT_MS} ms`);
}
