/**
 * Returns the bytes of a member's value in the text of a JSON object, without the space around it. If several members
 * have the name, the last one wins, as in `JSON.parse`.
 *
 * @param json a valid JSON object
 */
export function memberBytes(json: Buffer, name: string): Buffer | undefined {
  // Latin-1 maps each byte to one character, so offsets are equal. JSON's structure is ASCII.
  const text = json.toString('latin1');
  let found: Buffer | undefined;
  let at = text.indexOf('{') + 1;
  while (at > 0 && at < text.length) {
    const keyStart = text.indexOf('"', at);
    if (keyStart < 0) break;
    const keyEnd = endOfString(text, keyStart);
    const valueStart = skipSpace(text, text.indexOf(':', keyEnd) + 1);
    const valueEnd = endOfValue(text, valueStart);
    if (JSON.parse(text.slice(keyStart, keyEnd)) === name) found = json.subarray(valueStart, valueEnd);
    at = valueEnd + 1;
  }
  return found;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (depth === 0 && /[,\]}\s]/.test(character)) return at;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return text.length;
}

/** Returns the offset after the closing quote of the string that starts here. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return at;
}
