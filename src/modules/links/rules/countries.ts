import fs from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

interface Table {
  codes: string[]
  four: { starts: Uint32Array; countries: Uint8Array }
  six: { starts: BigUint64Array; countries: Uint8Array }
}
let table: Table | undefined

/** The table that scripts/countries.ts packs: starts of ranges and their countries, for IPv4 and for the /64 of IPv6. */
function read(): Table {
  const bytes = brotliDecompressSync(fs.readFileSync(new URL('../data/countries.bin', import.meta.url)))
  const headLength = bytes.readUInt32LE(0)
  const head = JSON.parse(bytes.subarray(4, 4 + headLength).toString()) as {
    codes: string[]
    four: number
    six: number
  }
  let at = 4 + headLength
  // A copy begins where typed arrays may begin.
  const next = (length: number) => bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + (at += length))
  const four = { starts: new Uint32Array(next(head.four * 4)), countries: new Uint8Array(next(head.four)) }
  const six = { starts: new BigUint64Array(next(head.six * 8)), countries: new Uint8Array(next(head.six)) }
  return { codes: head.codes, four, six }
}

/** Index of the last start that is not above `value`; -1 below the first. */
function lastAt<T extends number | bigint>(starts: { length: number; [index: number]: T }, value: T): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

const fourOf = (ip: string) => {
  const parts = ip.split('.').map(Number)
  return parts.length === 4 && parts.every(part => Number.isInteger(part) && part >= 0 && part < 256)
    ? parts.reduce((sum, part) => sum * 256 + part, 0)
    : undefined
}
const sixOf = (network: string) => {
  const groups = network.replace('::/64', '').split(':')
  return groups.length === 4 && groups.every(group => /^[\da-f]{1,4}$/i.test(group))
    ? groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
    : undefined
}

/**
 * Country of a network as `networkOf` writes it: ISO 3166 alpha-2. Empty for private networks and what no registry lists.
 * Source: statistics of the regional internet registries; see NOTICE.md.
 */
export function countryOf(network: string): string {
  table ??= read()
  const value = network.includes(':') ? sixOf(network) : fourOf(network)
  if (value === undefined) return ''
  const { starts, countries } = typeof value === 'bigint' ? table.six : table.four
  const at = lastAt(starts as { length: number; [index: number]: typeof value }, value)
  return table.codes[countries[at] ?? 0] ?? ''
}
