/** A colour in gamma-encoded sRGB. Each channel is from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Parses `#rrggbb`, `#rgb`, or `oklch(L C H)`. Out-of-gamut colours are clipped. @throws Error for other formats */
export function parseColour(text: string): Rgb {
  const [, digits = ''] = /^#([\da-f]{3}|[\da-f]{6})$/.exec(text) ?? [];
  if (digits) {
    const digitCount = digits.length / 3;
    // In `#rgb`, each digit counts twice.
    const channel = (index: number) =>
      digits.slice(index * digitCount, (index + 1) * digitCount).padStart(2, digits[index]);

    return [0, 1, 2].map((index) => Number.parseInt(channel(index), 16) / 255) as unknown as Rgb;
  }

  return toLinearRgb(text).map((value) => encodeGamma(Math.min(1, Math.max(0, value)))) as unknown as Rgb;
}

/** Returns whether sRGB contains an `oklch()` colour, within rounding errors. */
export function isInGamut(oklch: string): boolean {
  return toLinearRgb(oklch).every((value) => value > -0.001 && value < 1.001);
}

/** Returns a colour as `#rrggbb`. */
export function toHex(text: string): string {
  const channels = parseColour(text).map((value) =>
    Math.round(value * 255)
      .toString(16)
      .padStart(2, '0'),
  );

  return `#${channels.join('')}`;
}

/** Returns `over` at an opacity on `under`, like `color-mix(in srgb)`. */
export function mix(over: Rgb, opacity: number, under: Rgb): Rgb {
  return over.map((value, channel) => value * opacity + under[channel]! * (1 - opacity)) as unknown as Rgb;
}

/** Returns the relative luminance of a colour, as WCAG 2.2 defines it. */
export function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];

  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast ratio of two colours, as WCAG 2.2 defines it. */
export function contrast(first: Rgb, second: Rgb): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Converts a linear channel to gamma-encoded sRGB, as IEC 61966-2-1 defines it. Both are from 0 to 1. */
const encodeGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** Converts `oklch()` to linear sRGB. Matrices: https://bottosson.github.io/posts/oklab/ */
function toLinearRgb(oklch: string): Rgb {
  const [, lightness, chroma, hue] = (/^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(oklch) ?? []).map(Number);
  if (lightness === undefined || chroma === undefined || hue === undefined) throw new Error(`Not a colour: ${oklch}`);

  const radians = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(radians);
  const b = chroma * Math.sin(radians);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;

  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
