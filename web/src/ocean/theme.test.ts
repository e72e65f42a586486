import { describe, expect, it } from 'vitest';
import { themeOf } from './theme.ts';

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe.each(Array.from({ length: 11 }, (_, level) => themeOf(level * 10)))('the theme of $depthLabel', (theme) => {
  it('keeps text readable on every shade of its water (WCAG AA)', () => {
    for (const shade of theme.backgroundColor) expect(contrast(theme.textColor, shade)).toBeGreaterThanOrEqual(4.5);
  });

  it('keeps links readable on the panels, and labels readable on accents', () => {
    expect(contrast(theme.accentColor, theme.backgroundColor[1])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme.accentColor, '#02182b')).toBeGreaterThanOrEqual(7);
  });
});

it('grows darker with every level', () => {
  const tops = Array.from({ length: 11 }, (_, level) => luminance(themeOf(level * 10).backgroundColor[0]));
  expect(tops).toEqual([...tops].sort((a, b) => b - a));
});
