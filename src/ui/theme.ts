import type { CSSVariablesResolver, MantineTransition } from '@mantine/core'
import { createTheme } from '@mantine/core'
import { black, palette, white } from './palette.ts'

const fade: { transition: MantineTransition; duration: number } = { transition: 'fade', duration: 150 }

const veil = { backgroundOpacity: 0.25 }
const dialogTitle = { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 620 }
const close = { 'aria-label': 'Close' }

export const theme = createTheme({
  colors: palette,
  white,
  black,
  primaryColor: 'lamp',
  primaryShade: 6,
  fontFamily: "'Inter Variable', Inter, 'Inter in waiting', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontFamily: "'Inter Variable', Inter, 'Inter in waiting', system-ui, sans-serif",
    fontWeight: '620',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  defaultRadius: 'md',
  shadows: {
    xs: '0 1px 2px rgb(37 34 31 / 0.06)',
    sm: '0 1px 3px rgb(37 34 31 / 0.08)',
    md: '0 8px 28px -6px rgb(37 34 31 / 0.18)',
    lg: '0 8px 28px -6px rgb(37 34 31 / 0.18)',
    xl: '0 8px 28px -6px rgb(37 34 31 / 0.18)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { fw: 550 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, transitionProps: fade } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: fade, withInitialFocusPlaceholder: false } },
    // A landmark of the frame: what floats belongs to the page for a screen reader, too.
    Portal: { defaultProps: { target: '#overlays' } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: fade } },
    Drawer: {
      defaultProps: {
        position: 'right',
        size: 480,
        overlayProps: veil,
        transitionProps: { duration: 150 },
        closeButtonProps: close,
        padding: 'lg',
      },
      styles: { title: dialogTitle },
    },
    Modal: {
      defaultProps: { centered: true, overlayProps: veil, transitionProps: fade, closeButtonProps: close },
      styles: { title: dialogTitle },
    },
    Notification: { defaultProps: { closeButtonProps: close } },
    Paper: { defaultProps: { withBorder: true } },
    InputWrapper: { styles: { label: { marginBottom: 4 }, error: { marginTop: 4 } } },
    Checkbox: { defaultProps: { radius: 'xs' } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
})

const hues = ['lamp', 'gold', 'blue', 'green', 'yellow', 'violet', 'red', 'teal'] as const

// Mantine's own washes are close to black in the dark, and say nothing.
const darkWashes = Object.fromEntries(
  hues.flatMap(hue => [
    [`--mantine-color-${hue}-light`, `color-mix(in srgb, ${palette[hue][5]} 22%, transparent)`],
    [`--mantine-color-${hue}-light-hover`, `color-mix(in srgb, ${palette[hue][5]} 30%, transparent)`],
    [`--mantine-color-${hue}-light-color`, palette[hue][2]],
    [`--mantine-color-${hue}-outline`, palette[hue][3]],
  ]),
)

/** `--canvas` lies behind panels; `--ink-*` and `--surface` follow the color scheme, so modules need no literals. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--canvas': palette.gray[0],
    '--surface': white,
    '--surface-sunken': palette.gray[1],
    '--hairline': palette.gray[2],
    '--lamp-soft': palette.lamp[0],
    '--lamp-ink': palette.lamp[6],
    '--mantine-color-dimmed': palette.gray[6],
    '--mantine-color-placeholder': palette.gray[6],
    '--mantine-color-error': palette.red[6],
    '--mantine-color-default-border': palette.gray[3],
    '--mantine-color-gray-light-color': palette.gray[7],
    '--mantine-color-gray-outline': palette.gray[6],
  },
  dark: {
    ...darkWashes,
    '--mantine-color-lamp-filled': palette.lamp[5],
    '--mantine-color-lamp-filled-hover': palette.lamp[6],
    '--mantine-primary-color-filled': palette.lamp[5],
    '--mantine-primary-color-filled-hover': palette.lamp[6],
    '--canvas': palette.dark[8],
    '--surface': palette.dark[7],
    '--surface-sunken': palette.dark[6],
    '--hairline': palette.dark[5],
    '--lamp-soft': '#262b4a',
    '--lamp-ink': palette.lamp[3],
    '--mantine-color-text': palette.dark[0],
    '--mantine-color-bright': palette.dark[0],
    '--mantine-color-dimmed': palette.dark[2],
    '--mantine-color-placeholder': palette.dark[2],
    '--mantine-color-anchor': palette.lamp[3],
    '--mantine-color-error': palette.red[3],
    '--mantine-color-default-border': palette.dark[4],
    '--mantine-color-gray-light-color': palette.dark[1],
    '--mantine-color-gray-outline': palette.dark[2],
    '--mantine-color-gray-text': palette.dark[1],
  },
})
