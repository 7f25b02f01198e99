import type { MantineColorsTuple } from '@mantine/core'

// Shade 6 of each color reads on white and on stone at AA; theme.test.ts holds them to it.
export const palette = {
  lamp: ['#eef0fb', '#dbdff5', '#b9c1ec', '#94a0e1', '#7180d6', '#5365c9', '#3b4cb8', '#3241a0', '#293684', '#1f2967'],
  gold: ['#fdf6e6', '#faeac6', '#f5d78d', '#f0c356', '#eab234', '#e3a322', '#946300', '#7b5200', '#614000', '#462e00'],
  gray: ['#faf8f5', '#f4f1ec', '#e9e5de', '#dbd5cc', '#c4bdb2', '#9c948a', '#69625a', '#554f48', '#3b3732', '#25221f'],
  dark: ['#ebe7e1', '#d2ccc4', '#aca59b', '#857e75', '#4d4842', '#393530', '#2b2824', '#1f1d1a', '#171513', '#100f0d'],
  blue: ['#edf7ff', '#d8edff', '#b8ddff', '#8cc6ff', '#5baaf7', '#2f8adc', '#006bb9', '#005a9f', '#004680', '#00315b'],
  green: ['#eef9f0', '#dbf2de', '#bce5c4', '#93d39f', '#63bb79', '#399d57', '#117e3b', '#026a2e', '#005422', '#013b17'],
  yellow: [
    '#fbf5ea',
    '#f6e9d3',
    '#eed6ae',
    '#e0bb7c',
    '#cc9c43',
    '#af7c00',
    '#8f5e00',
    '#794e00',
    '#613d00',
    '#442a00',
  ],
  violet: [
    '#f8f3ff',
    '#eee5ff',
    '#e0ceff',
    '#cdafff',
    '#b48bf7',
    '#9769dc',
    '#794bb9',
    '#673d9f',
    '#512e80',
    '#39205b',
  ],
  red: ['#fff0ee', '#ffdfda', '#ffc4bb', '#ff9e92', '#ff7266', '#e24942', '#bd2725', '#a2191b', '#820f11', '#5d0b0b'],
  teal: ['#edf9f7', '#d9f0ee', '#b8e3e0', '#8bd0cb', '#56b7b1', '#209993', '#007a75', '#006763', '#00524e', '#003a37'],
} satisfies Record<string, MantineColorsTuple>

export const white = '#fffefc'
export const black = '#25221f'

/** Slices of a chart in the order in which they are dealt out; the last is "everything else". */
export const chartColors = [
  'var(--mantine-color-blue-5)',
  'var(--mantine-color-green-5)',
  'var(--mantine-color-violet-5)',
  'var(--mantine-color-gold-5)',
  'var(--mantine-color-red-5)',
  'var(--mantine-color-gray-5)',
] as const
