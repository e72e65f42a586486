import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { requiresEngines } from '../engines.ts';

/** The folder of ExifTool, a Perl program that an npm package contains. */
const BIN = join(dirname(createRequire(import.meta.url).resolve('exiftool-vendored.pl/package.json')), 'bin');

/** Returns whether tests with ExifTool are skipped: without Perl, unless this is CI or {@link requiresEngines}. */
export function skipsExifTool(environment: Readonly<Record<string, string | undefined>> = process.env): boolean {
  if (environment.CI || requiresEngines(environment)) return false;
  return spawnSync('perl', ['-v'], { env: { PATH: environment.PATH } }).status !== 0;
}

/**
 * Tags that ExifTool finds in a file, with their values. The names begin with the group, such as `IFD0:Orientation`.
 */
export type FoundTags = Readonly<Record<string, unknown>>;

/** Reads files with ExifTool: all tags of all groups, unknown ones and those of embedded files, too. */
export function readWithExifTool(files: readonly Uint8Array[]): FoundTags[] {
  const folder = mkdtempSync(join(tmpdir(), 'exiftool-'));

  try {
    const paths = files.map((bytes, index) => {
      const path = join(folder, `${index}.bin`);
      writeFileSync(path, bytes);
      return path;
    });
    // -json: as JSON; -G1: with groups; -a, -u, -U: repeated and unknown tags; -ee3: embedded files;
    // -e: no derived tags.
    const options = ['-json', '-G1', '-a', '-u', '-U', '-ee3', '-e', '-charset', 'utf8'];
    const result = spawnSync('perl', [join(BIN, 'exiftool'), ...options, ...paths], {
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
    });
    if (result.error) throw result.error;
    const foundTags = JSON.parse(result.stdout) as (FoundTags & { SourceFile: string })[];
    return paths.map((path) => foundTags.find(({ SourceFile }) => SourceFile === path) ?? {});
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Tags about the file itself and its encoding, by group. All other tags are metadata. */
const STRUCTURE = [
  /^SourceFile$/,
  /^(System|ICC_Profile|ICC-[a-z]+|Adobe|PNG-pHYs):/,
  /^ExifTool:(ExifToolVersion|Error)$/,
  // Cut off, or EXIF in an unusual place. Not the warnings about trailing data.
  /^ExifTool:Warning = (JPEG format error|Truncated|\[minor\] (Improper EXIF header|Text\/EXIF chunk))/,
  /^File:(?!Comment)/,
  /^JFIF:(JFIFVersion|ResolutionUnit|[XY]Resolution)$/,
  /^PNG:(Image(Width|Height)|BitDepth|ColorType|Compression|Filter|Interlace|Palette|ProfileName|Gamma|SignificantBits)$/,
  /^PNG:(BackgroundColor|Transparency|Animation(Frames|Plays))$/,
  /^RIFF:(Image(Width|Height)|WebP_Flags|VP8Version|(Horizontal|Vertical)Scale|AlphaIsUsed)$/,
  /^RIFF:(AnimationLoopCount|BackgroundColor|Duration|AlphaPreprocessing|AlphaFiltering|AlphaCompression)$/,
  /^GIF:(GIFVersion|Image(Width|Height)|HasColorMap|ColorResolutionDepth|BitsPerPixel|BackgroundColor)$/,
  /^GIF:(AnimationIterations|FrameCount|Duration|TransparentColor)$/,
];

/** Returns the tags that are metadata, such as `IFD0:Orientation`. */
export function metadataOf(tags: FoundTags): string[] {
  return Object.entries(tags)
    .map(([name, value]) => (name === 'ExifTool:Warning' ? `${name} = ${value}` : name))
    .filter((name) => !STRUCTURE.some((pattern) => pattern.test(name)));
}
