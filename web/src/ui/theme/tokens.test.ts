import { describe, expect, it } from 'vitest';
import { palettes, stateColours, themeCss, type ThemeName } from './tokens.ts';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const themes: readonly ThemeName[] = ['light', 'dark'];

describe.each(themes)('the %s palette', (name) => {
  const palette = palettes[name];
  const surfaces = {
    ground: palette.ground,
    card: palette.card,
    hover: palette.hover,
    raised: palette.raised,
  };

  it.each(Object.entries(surfaces))('has enough contrast on %s', (_name, surface) => {
    for (const text of [palette.ink, palette.secondary, palette.tertiary, palette.accent]) {
      expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('has enough contrast on a selected row, on the accent and on the bar of bulk actions', () => {
    for (const text of [palette.ink, palette.secondary, palette.tertiary, palette.accent]) {
      expect(contrast(text, palette.accentGround)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.onAccent, palette.accentStrong)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.onInverse, palette.inverse)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.onInverseQuiet, palette.inverse)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(stateColours)('has enough contrast in %s tags and texts', (colour) => {
    const { text, ground } = palette.states[colour];
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(text, palette.card)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(text, palette.ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(text, palette.accentGround)).toBeGreaterThanOrEqual(4.5);
  });

  it('has visible edges of controls', () => {
    expect(contrast(palette.edge, palette.card)).toBeGreaterThanOrEqual(3);
  });
});

it('writes both palettes, and a choice takes precedence over the system', () => {
  const css = themeCss();
  expect(css).toContain('--accent-ground:#e7f3f0;');
  expect(css).toContain("@media (prefers-color-scheme:dark){:root:not([data-theme='light'])");
  expect(css).toContain(":root[data-theme='dark']{color-scheme:dark;");
});
