/** Maximum length of a text preview, in bytes. */
export const MAX_TEXT_BYTES = 200 * 1024;

/** Downloads the first `MAX_TEXT_BYTES` of a text. Omits a character that is cut at the end. */
export async function readText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${response.statusText}`.trim());

  const reader = response.body.getReader();
  const bytes = new Uint8Array(MAX_TEXT_BYTES);
  let length = 0;

  while (length < MAX_TEXT_BYTES) {
    const { done, value } = await reader.read();
    if (done) return decodeText(bytes.subarray(0, length), { isWhole: true });

    const part = value.subarray(0, MAX_TEXT_BYTES - length);
    bytes.set(part, length);
    length += part.length;
  }

  await reader.cancel();
  return decodeText(bytes, { isWhole: false });
}

/** The encodings of UTF-16, by the first two bytes of a text: its byte order mark. */
const UTF_16_ENCODINGS: Readonly<Record<number, string>> = { 65534: 'utf-16le', 65279: 'utf-16be' };

/**
 * Decodes a text in UTF-16 with a byte order mark, in UTF-8, or in Windows-1252, which older programs of Windows write.
 *
 * @param options.isWhole - whether the text ends here. Otherwise, a character may be cut at the end.
 */
function decodeText(bytes: Uint8Array, { isWhole }: { readonly isWhole: boolean }): string {
  const decode = (encoding: string) => new TextDecoder(encoding).decode(bytes, { stream: !isWhole });
  const [first = 0, second = 0] = bytes;
  const utf16 = UTF_16_ENCODINGS[first * 256 + second];
  if (utf16) return decode(utf16);

  const text = decode('utf-8');
  const brokenCharacters = text.match(/\uFFFD/g)?.length ?? 0;
  const otherCharacters = text.match(/[^\0-\x7F\uFFFD]/gu)?.length ?? 0;
  // A text in UTF-8 with a few damaged bytes stays UTF-8.
  return brokenCharacters > otherCharacters ? decode('windows-1252') : text;
}
