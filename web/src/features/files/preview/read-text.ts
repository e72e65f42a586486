/** How much of a text is shown, in bytes. */
export const TEXT_LIMIT_BYTES = 200 * 1024;

/** Reads the beginning of a text, and no more of it than that; a character cut in two at the end is left out. */
export async function readText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${response.statusText}`.trim());
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let room = TEXT_LIMIT_BYTES;
  while (room > 0) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value.subarray(0, room), { stream: true });
    room -= value.length;
  }
  await reader.cancel();
  return text;
}
