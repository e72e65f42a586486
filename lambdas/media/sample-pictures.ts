/** Pictures for the tests of this folder. */
import { crc32 } from 'node:zlib';
import { PNG } from 'pngjs';

/** Colours as red, green, and blue. */
export const RED = [255, 0, 0];
export const GREEN = [0, 255, 0];
export const BLUE = [0, 0, 255];
export const WHITE = [255, 255, 255];

/** The chunk of a PNG that holds the colour profile Display P3. */
export const P3_CHUNK = buildPngChunk(
  'iCCP',
  Buffer.concat([
    Buffer.from('P3\0\0', 'latin1'),
    Buffer.from(
      'eNpjYGB8kJOcW8yiwMCQm1dSFOTupBARGaXA/oiBmUGEgZOBj0E2Mbm4wDfYLYQBCIoTy4uTS4pyGFDAt2sMjCD6sm5GYl5K06MVRd1d9t9V' +
        '7XZOeqdybR0DfsCVklqcDKT/ALFKckFRCQMDI9A1DErlJQUgtguQLZKckZgCZEcA2TpFQAcC2S0g8XQIewaInQRhrwGxi0KCnIHsA0C2QjoS' +
        'OwmJnZtTmgx1A8j1PKl5ocFAmgOIZRiKGQIYjBmccahhA6txBkIDBgZQeKGHQ3GasRFEF48TAwPrvf//P6syMLBPZmD4O+H//98L////58fA' +
        'wDyLgeGACEJ/830GBtv9IBZCzAvI32gODKatCDENCwYGQS4GhhMVBYlFiWAhZiBmSstkYPi0nIGBN5KBQfgCUE80AHlfXkE=',
      'base64',
    ),
  ]),
);

/** An AVIF sequence of two frames of 32 × 16 pixels, which libavif wrote. The first frame is red and blue. */
export const AVIF_SEQUENCE = Buffer.from(
  'AAAALGZ0eXBhdmlzAAAAAGF2aWZhdmlzbXNmMWlzbzhtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAA' +
    'AAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAPlAAAAMQAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFD' +
    'b2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAIAAAABAAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEA' +
    'DQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAACxm1vb3YAAAB4bXZoZAEAAAAAAAAA5y/NFwAAAADnL80XAAAD6P//////////AAEAAAEAAAAA' +
    'AAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAJGdHJhawAAAGh0' +
    'a2hkAQAAAQAAAADnL80XAAAAAOcvzRcAAAABAAAAAP//////////AAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAA' +
    'AAAAQAAAAAAgAAAAEAAAAAAALGVkdHMAAAAkZWxzdAEAAAEAAAABAAAAAAAAAZAAAAAAAAAAAAABAAAAAAGqbWRpYQAAACxtZGhkAQAAAAAAAADn' +
    'L80XAAAAAOcvzRcAAAPoAAAAAAAAAZBVxAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAABVW1pbmYAAAAUdm1oZAAAAAEAAAAA' +
    'AAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAARVzdGJsAAAAlXN0c2QAAAAAAAAAAQAAAIVhdjAxAAAAAAAAAAEAAAAA' +
    'AAAAAAAAAAAAAAAAACAAEABIAAAASAAAAAAAAAABCkFPTSBDb2RpbmcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAADGF2MUOBAAwAAAAAE2Nv' +
    'bHJuY2x4AAEADQAGgAAAABBjY3N0AAAAAHwAAAAAAAAYc3R0cwAAAAAAAAABAAAAAgAAAMgAAAAcc3RzYwAAAAAAAAABAAAAAQAAAAIAAAABAAAA' +
    'HHN0c3oAAAAAAAAAAAAAAAIAAAAxAAAAKAAAABRzdGNvAAAAAAAAAAEAAAPlAAAAFHN0c3MAAAAAAAAAAQAAAAEAAABhbWRhdBIACg0AAAACH/za' +
    '+RAQ0GhAMh4QALIAAAJAAAC1G3ggQx4Fz+CLLwd5GIeh3qsbHMASADIkMAPAgAAAesgAAAkAAIAAtPkqOf3KsVZ9Pcm0aSjrG2x5UteY',
  'base64',
);

/** Builds a chunk of a PNG, with its length and checksum. */
export function buildPngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const encode = (value: number) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex');
  return Buffer.concat([encode(data.length), content, encode(crc32(content))]);
}

/** Draws a picture whose quarters have these colours: top left, top right, bottom left, bottom right. */
export function drawQuarters(width: number, height: number, colours = [RED, GREEN, BLUE, WHITE]): Buffer {
  const png = new PNG({ width, height });

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const quarter = (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1);
      png.data.set([...colours[quarter]!, 255], (y * width + x) * 4);
    }
  }

  return PNG.sync.write(png);
}
