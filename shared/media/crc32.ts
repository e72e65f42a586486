/** The CRC-32 of each byte. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  // The number is the polynomial of CRC-32, with its bits reversed.
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** Returns the CRC-32 of bytes, which PNG requires at the end of each chunk. Browsers have no function for it. */
export function crc32(bytes: Uint8Array): number {
  // All bits are set at the start, and inverted at the end.
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 0xff]!;
  return ~crc >>> 0;
}
