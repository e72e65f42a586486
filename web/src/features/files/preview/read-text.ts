/** Maximum length of a text preview, in bytes. */
export const MAX_TEXT_BYTES = 200 * 1024;

/** Downloads the first `MAX_TEXT_BYTES` of a text. Omits a character that is cut at the end. */
export async function readText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${response.statusText}`.trim());

  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let remainingBytes = MAX_TEXT_BYTES;

  while (remainingBytes > 0) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();

    text += decoder.decode(value.subarray(0, remainingBytes), { stream: true });
    remainingBytes -= value.length;
  }

  await reader.cancel();
  // Doesn't call `decode()` again, which would return a replacement for a character that is cut at the end.
  return text;
}
