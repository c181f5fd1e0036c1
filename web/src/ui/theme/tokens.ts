/** The single source of colours, sizes and fonts. Style sheets use them as custom properties, Ant Design as its theme. */

export type ThemeName = 'light' | 'dark';

export const stateColours = ['orange', 'green', 'red', 'cyan', 'yellow', 'blue', 'grey'] as const;
export type StateColour = (typeof stateColours)[number];

interface Palette {
  readonly ink: string;
  readonly secondary: string;
  readonly tertiary: string;
  readonly line: string;
  /** Edges of inputs and buttons: a contrast of 3 to 1 against the background. */
  readonly edge: string;
  readonly ground: string;
  readonly card: string;
  readonly raised: string;
  readonly accent: string;
  readonly accentStrong: string;
  readonly accentGround: string;
  readonly onAccent: string;
  readonly hover: string;
  readonly inverse: string;
  readonly onInverse: string;
  readonly onInverseQuiet: string;
  readonly shadow: string;
  readonly states: Readonly<Record<StateColour, { readonly text: string; readonly ground: string }>>;
}

export const palettes: Readonly<Record<ThemeName, Palette>> = {
  light: {
    ink: '#1a1d21',
    secondary: '#565e68',
    tertiary: '#656d77',
    line: '#e6e8eb',
    edge: '#8a929c',
    ground: '#f6f7f8',
    card: '#ffffff',
    raised: '#ffffff',
    accent: '#0b6e5f',
    accentStrong: '#095a4e',
    accentGround: '#e7f3f0',
    onAccent: '#ffffff',
    hover: '#f1f3f4',
    inverse: '#1a1d21',
    onInverse: '#ffffff',
    onInverseQuiet: '#c3c8ce',
    shadow: 'rgb(16 24 40 / 12%)',
    states: {
      orange: { text: '#a84b08', ground: '#fff1e4' },
      green: { text: '#136c42', ground: '#e5f6ec' },
      red: { text: '#b42318', ground: '#fdecea' },
      cyan: { text: '#0e6a83', ground: '#e2f5f9' },
      yellow: { text: '#7a5600', ground: '#fdf3cd' },
      blue: { text: '#1d4ed8', ground: '#e8effe' },
      grey: { text: '#565e68', ground: '#eef0f2' },
    },
  },
  dark: {
    ink: '#e8eaed',
    secondary: '#a6adb6',
    tertiary: '#929aa4',
    line: '#2a2f36',
    edge: '#69717b',
    ground: '#121417',
    card: '#191c20',
    raised: '#20242a',
    accent: '#3fbfa8',
    accentStrong: '#63d0bc',
    accentGround: '#16302b',
    onAccent: '#08231e',
    hover: '#20242a',
    inverse: '#e8eaed',
    onInverse: '#1a1d21',
    onInverseQuiet: '#565e68',
    shadow: 'rgb(0 0 0 / 48%)',
    states: {
      orange: { text: '#f5a95a', ground: '#362412' },
      green: { text: '#5fcf93', ground: '#13301f' },
      red: { text: '#f28b82', ground: '#3a1d1b' },
      cyan: { text: '#5cc8e0', ground: '#0f2e37' },
      yellow: { text: '#e6c45c', ground: '#332a10' },
      blue: { text: '#8fb3ff', ground: '#1a2745' },
      grey: { text: '#a6adb6', ground: '#262b31' },
    },
  },
};

export const fontFamily =
  "'Inter Variable', system-ui, -apple-system, 'Segoe UI', 'Noto Sans SC', sans-serif";
export const monoFamily = "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace";
export const radius = { small: 6, medium: 8, large: 10 } as const;
export const fontSize = 13.5;
/** Below this width lists are cards and the menu is a popover. */
export const narrowWidth = 768;

const dashed = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function properties(theme: ThemeName): string {
  const { states, ...plain } = palettes[theme];
  const lines = Object.entries(plain).map(([name, value]) => `--${dashed(name)}:${value};`);
  for (const [name, { text, ground }] of Object.entries(states)) {
    lines.push(`--${name}:${text};--${name}-ground:${ground};`);
  }
  return `color-scheme:${theme};${lines.join('')}`;
}

/** The palettes as a style sheet: the system's preference, unless `data-theme` on the root overrides it. */
export function themeCss(): string {
  return [
    `:root{--font:${fontFamily};--mono:${monoFamily};--radius:${radius.medium}px;--radius-small:${radius.small}px;--radius-large:${radius.large}px;${properties('light')}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme='light']){${properties('dark')}}}`,
    `:root[data-theme='dark']{${properties('dark')}}`,
  ].join('\n');
}
