/**
 * Packs the table of networks and countries of a release of `@ip-location-db/asn-country` (its files `*-num.csv`) into
 * src/modules/links/data/countries.bin, which `rules/countries.ts` reads.
 * Usage: node scripts/countries.ts <folder of the unpacked package>
 */
import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const folder = process.argv[2] ?? ''
const target = path.join(import.meta.dirname, '../src/modules/links/data/countries.bin')
const codes = ['']
const places = new Map([['', 0]])

function place(code: string): number {
  if (!places.has(code)) places.set(code, codes.push(code) - 1)
  return places.get(code)!
}

/** Where each range begins and its country; what lies between two ranges belongs to none. */
function ranges(file: string, shift: bigint): { starts: bigint[]; countries: number[] } {
  const [starts, countries] = [[] as bigint[], [] as number[]]
  const push = (start: bigint, country: number) => {
    if (countries.at(-1) === country) return
    starts.push(start)
    countries.push(country)
  }
  let next = 0n
  for (const line of fs.readFileSync(path.join(folder, file), 'utf8').trim().split('\n')) {
    const [from, to, code] = line.split(',') as [string, string, string]
    const [first, last] = [BigInt(from) >> shift, BigInt(to) >> shift]
    if (first > next) push(next, 0)
    if (first >= next) push(first, place(code))
    next = last + 1n
  }
  push(next, 0)
  return { starts, countries }
}

const four = ranges('asn-country-ipv4-num.csv', 0n)
// One connection is given a /64: nothing narrower is told apart.
const six = ranges('asn-country-ipv6-num.csv', 64n)
const head = Buffer.from(JSON.stringify({ codes, four: four.starts.length, six: six.starts.length }))
const size = Buffer.alloc(4)
size.writeUInt32LE(head.length)
const parts = [
  size,
  head,
  Buffer.from(new Uint32Array(four.starts.map(Number)).buffer),
  Buffer.from(new Uint8Array(four.countries)),
  Buffer.from(new BigUint64Array(six.starts).buffer),
  Buffer.from(new Uint8Array(six.countries)),
]
const packed = brotliCompressSync(Buffer.concat(parts))
fs.writeFileSync(target, packed)
console.log(`${four.starts.length} + ${six.starts.length} ranges, ${codes.length} countries, ${packed.length} bytes`)
