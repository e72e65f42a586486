/**
 * Downloads a URL.
 *
 * @throws Error if the response isn't successful
 */
export async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  // The message omits the URL, whose query is a signature.
  if (!response.ok) throw new Error(`The download failed with status ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}
