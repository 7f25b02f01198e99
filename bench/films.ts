/** Films for benchmarks: a clip of ours with as many bytes behind it as are wanted, in an element that players skip. */
import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import type { Person } from '#testing/processes/person.ts'

const MB = 1_048_576
export const FILM_BYTES = 500 * MB

/** EBML's Void with a length of eight bytes. */
export function bigFilm(bytes: number): Buffer {
  const clip = readFileSync(path.resolve(import.meta.dirname, '../src/modules/videos/data/shepherd.webm'))
  const film = Buffer.alloc(bytes)
  clip.copy(film)
  film[clip.length] = 0xec
  film.writeBigUInt64BE(BigInt(bytes - clip.length - 9) | 0x01_00_00_00_00_00_00_00n, clip.length + 1)
  // Bytes that are not all the same, at little cost.
  for (let at = clip.length + 9; at < bytes - 8; at += 4_096) film.writeUInt32LE(at, at)
  return film
}

const headersOf = ({ token, clientId }: Person) => ({
  authorization: `Bearer ${token}`,
  'lampstand-client': clientId,
  'tus-resumable': '1.0.0',
})

/** Announces an upload. @returns its path */
export async function announce(url: string, pat: Person, size: number): Promise<string> {
  const metadata = `filename ${btoa('film.webm')},purpose ${btoa('video')}`
  const answer = await fetch(`${url}/storage/v1/upload`, {
    method: 'POST',
    headers: { ...headersOf(pat), 'upload-length': String(size), 'upload-metadata': metadata },
  })
  if (answer.status !== 201) throw new Error(`announced: ${answer.status} ${await answer.text()}`)
  return answer.headers.get('location')!
}

/** Sends from where the server is, and breaks the connection off after `until` bytes; the last piece ends by itself. */
export async function sendPiece(port: number, at: string, pat: Person, film: Buffer, until: number): Promise<number> {
  const head = await fetch(`http://127.0.0.1:${port}${at}`, { method: 'HEAD', headers: headersOf(pat) })
  const offset = Number(head.headers.get('upload-offset'))
  if (offset >= film.length) return offset
  await new Promise<void>((resolve, reject) => {
    const request = http.request(
      {
        port,
        path: at,
        method: 'PATCH',
        headers: {
          ...headersOf(pat),
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
          'content-length': String(film.length - offset),
        },
      },
      answer => {
        answer.resume()
        answer.on('end', () =>
          answer.statusCode === 204 ? resolve() : reject(new Error(`piece: ${answer.statusCode}`)),
        )
      },
    )
    request.on('error', error => (until < film.length ? resolve() : reject(error)))
    if (until >= film.length) return void request.end(film.subarray(offset))
    request.write(film.subarray(offset, until), () => request.destroy())
  })
  return offset
}
