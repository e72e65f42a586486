import sharp from 'sharp';
import { type MediaSample, SECRET } from './media-sample.ts';
import { createAnimation, createPicture } from './pictures.ts';
import { XMP } from './text-blocks.ts';

/** Labels of extensions: their second byte. */
const PLAIN_TEXT = 0x01;
const COMMENT = 0xfe;
const APPLICATION = 0xff;

/** The start of a graphic control extension: introducer, label, and size. One precedes each frame of an animation. */
const GRAPHIC_CONTROL_START = Buffer.from([0x21, 0xf9, 4]);

/** Returns an extension whose data are sub-blocks. The first one of an application is its name. */
function buildExtension(label: number, ...blocks: readonly (Uint8Array | string)[]): Buffer {
  const parts = blocks.map((block) => (typeof block === 'string' ? Buffer.from(block, 'latin1') : Buffer.from(block)));
  return Buffer.concat([
    // 0x21 introduces an extension. Each sub-block begins with its length, and a length of 0 ends the list.
    Buffer.from([0x21, label]),
    ...parts.flatMap((part) => [Buffer.from([part.length]), part]),
    Buffer.from([0]),
  ]);
}

/** Returns the application extension of XMP: the text is no sub-block, and a ramp of bytes leads to the end. */
function buildXmpExtension(): Buffer {
  const ramp = Buffer.from([1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0]);
  return Buffer.concat([Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1'), XMP, ramp]);
}

/** Inserts extensions after the global colours. */
function insertExtensions(gif: Buffer, ...extensions: readonly Uint8Array[]): Buffer {
  // The header and the screen's description have 13 bytes. In the flags, 0x80 announces global colours of 3 bytes each,
  // and the last three bits have the logarithm to base 2 of their number, minus 1.
  const flags = gif[10]!;
  const at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  return Buffer.concat([gif.subarray(0, at), ...extensions, gif.subarray(at)]);
}

/** Inserts bytes before the control extension of the last frame. */
function insertBeforeLastFrame(animation: Buffer, bytes: Uint8Array): Buffer {
  const at = animation.lastIndexOf(GRAPHIC_CONTROL_START);
  return Buffer.concat([animation.subarray(0, at), bytes, animation.subarray(at)]);
}

/** Bytes outside of any block. Browsers take the first one as the end of the file. */
const UNFRAMED = Buffer.from(`\0${SECRET} GPS 47.55`);

/** Returns the samples of GIF files. */
export async function createGifSamples(): Promise<MediaSample[]> {
  const still = await createPicture().gif().toBuffer();
  const animation = await createAnimation()
    .gif({ delay: [100, 200, 300], loop: 2 })
    .toBuffer();
  const comment = buildExtension(COMMENT, `Comment ${SECRET}`);

  const { icc } = await sharp(await createPicture().withIccProfile('p3').png().toBuffer()).metadata();
  // A sub-block has at most 255 bytes.
  const profile = buildExtension(APPLICATION, 'ICCRGBG1012', icc!.subarray(0, 255), icc!.subarray(255));

  // Position (0, 0), size (8 × 8 pixels), size of a character (8 × 8 pixels), and the colours of text and background.
  const textGrid = Buffer.from([0, 0, 0, 0, 8, 0, 8, 0, 8, 8, 1, 0]);
  const text = buildExtension(PLAIN_TEXT, textGrid, `Text ${SECRET}`);
  const loopWithText = buildExtension(APPLICATION, 'NETSCAPE2.0', SECRET.repeat(2));
  const unknownExtension = buildExtension(APPLICATION, 'UNKNOWN 1.0', SECRET);

  const toSample = (name: string, bytes: Buffer, removes: MediaSample['removes'] = ['personal']): MediaSample => ({
    name: `GIF ${name}`,
    contentType: 'image/gif',
    bytes: new Uint8Array(bytes),
    removes,
  });

  return [
    toSample('with comments', insertExtensions(still, comment, comment)),
    toSample('with XMP', insertExtensions(still, buildXmpExtension()), ['location', 'personal']),
    toSample('animation', insertExtensions(animation, comment, buildXmpExtension(), unknownExtension), [
      'location',
      'personal',
    ]),
    toSample('with a comment behind the picture', Buffer.concat([still.subarray(0, -1), comment, still.subarray(-1)])),
    toSample('with plain text and a profile', insertExtensions(still, profile, text)),
    toSample('with a loop that hides text', insertExtensions(still, loopWithText)),
    toSample('with trailing data', Buffer.concat([still, Buffer.from(SECRET)])),
    toSample('with data in place of its end', Buffer.concat([still.subarray(0, -1), UNFRAMED])),
    toSample('with data between its frames', insertBeforeLastFrame(animation, UNFRAMED)),
    toSample('cut off', insertExtensions(animation, comment).subarray(0, -300)),
    toSample('cut off in a comment', insertExtensions(still, comment).subarray(0, 800)),
  ];
}
