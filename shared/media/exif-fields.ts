/**
 * The fields of EXIF 3.0 that can stay, by directory. All others are dropped: a list of what may stay can't miss the
 * field that the next camera adds.
 */

/**
 * A directory of an EXIF block: `image` is the first directory of the TIFF structure, `photo` the EXIF directory, and
 * `interop` the interoperability directory inside `photo`.
 */
export type Directory = 'image' | 'photo' | 'interop';

/** The field by which viewers rotate or mirror the picture. */
export const ORIENTATION = 0x0112;

/** Fields whose value is the offset of another directory. `gps` points to the directory with the position. */
export const POINTERS = { photo: 0x8769, gps: 0x8825, interop: 0xa005 } as const;

/** Fields that change how a viewer shows the picture. They always stay. */
export const RENDERING_FIELDS: Readonly<Record<Directory, ReadonlySet<number>>> = {
  image: new Set([ORIENTATION]),
  // Together with the interoperability index "R03", the colour space means Adobe RGB, if there is no ICC profile.
  photo: new Set([0xa001]), // ColorSpace
  interop: new Set([0x0001]), // InteroperabilityIndex
};

/** Fields that stay on request. Dates have no time zone here, because it narrows down the place. */
export const CAMERA_FIELDS: Readonly<Record<Directory, ReadonlySet<number>>> = {
  image: new Set([0x010f, 0x0110]), // Make, Model
  photo: new Set([
    ...[0x829a, 0x829d, 0x8822, 0x8827], // ExposureTime, FNumber, ExposureProgram, PhotographicSensitivity (ISO)
    ...[0x9003, 0x9004], // DateTimeOriginal, DateTimeDigitized
    ...[0x9201, 0x9202, 0x9204, 0x9205], // ShutterSpeedValue, ApertureValue, ExposureBiasValue, MaxApertureValue
    ...[0x9207, 0x9208, 0x9209, 0x920a], // MeteringMode, LightSource, Flash, FocalLength
    ...[0xa402, 0xa403, 0xa405], // ExposureMode, WhiteBalance, FocalLengthIn35mmFilm
    ...[0xa432, 0xa433, 0xa434], // LensSpecification, LensMake, LensModel
  ]),
  interop: new Set(),
};

/** Fields about the encoding. They go when the block is rewritten, but aren't a reason to rewrite it. */
export const ENCODING_FIELDS: Readonly<Record<Directory, ReadonlySet<number>>> = {
  image: new Set([
    ...[0x0100, 0x0101, 0x0102, 0x0103], // ImageWidth, ImageLength, BitsPerSample, Compression
    ...[0x0106, 0x0115, 0x011c], // PhotometricInterpretation, SamplesPerPixel, PlanarConfiguration
    ...[0x011a, 0x011b, 0x0128, 0x0213], // XResolution, YResolution, ResolutionUnit, YCbCrPositioning
  ]),
  photo: new Set([
    ...[0x9000, 0x9101, 0x9102], // ExifVersion, ComponentsConfiguration, CompressedBitsPerPixel
    ...[0xa000, 0xa002, 0xa003], // FlashpixVersion, PixelXDimension, PixelYDimension
  ]),
  interop: new Set([0x0002]), // InteroperabilityVersion
};
