import { nameRefusal, resumableLimits } from '#files/resumable/rules.ts'

export const MAX_BYTES = resumableLimits.video!

interface Chosen {
  name: string
  /** Bytes. */
  size: number
}

/** Why a file can't be uploaded, before a byte of it is sent; undefined where it can. */
export function fileRefusal({ name, size }: Chosen): string | undefined {
  if (size === 0) return 'This file is empty.'
  return nameRefusal(name) ?? (size > MAX_BYTES ? 'This file is larger than 500MB.' : undefined)
}

/** A title to begin with: the name of the file without its ending, with spaces where cameras and programs put signs. */
export function titleFrom(name: string): string {
  const stem = name.replace(/\.[^.]+$/, '')
  const words = stem
    .replace(/[_+]+/g, ' ')
    .replace(/(?<=\D)-+(?=\D)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  // IMG 1234, VID 20261122 101500, MVI 0042, GX010023: no title, only a number.
  return /^(IMG|VID|MVI|DSC|GX|GH|PXL|MOV|video)[ -]?\d[\d -]*$/i.test(words) ? '' : words.slice(0, 120)
}

/** The same file when it is chosen again after a reload: browsers give a page no other name for it. */
export const sameFile = (one: Chosen & { lastModified: number }, other: Chosen & { lastModified: number }): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** Seconds until the rest is sent, from the speed of the last while; null while nothing is known. */
export const secondsLeft = (left: number, bytesPerSecond: number): number | null =>
  bytesPerSecond > 0 ? left / bytesPerSecond : null
