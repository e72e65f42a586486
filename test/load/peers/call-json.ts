/**
 * Sends a POST request with JSON to prepare a peer. Returns the response's body, or undefined if it is empty.
 *
 * @throws Error with the response's text if it is not successful
 */
export async function callJson<T>(url: string, headers: Record<string, string>, body: unknown): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${url} returned ${response.status}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}
