/** A film of 500 MB that is cut off twenty times, against a bare handler that stores and hashes the same bytes; memory with ten at once. */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { query } from '#testing/processes/database.ts'
import { signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { announce, bigFilm, FILM_BYTES, sendPiece } from './films.ts'
import { median, report } from './table.ts'

const CUTS = 20
const ROUNDS = 3
const AT_ONCE = 10
const SMALL_BYTES = 100 * 1_048_576

const server = await startServer({ set: { LOG_LEVEL: 'error' } })
const bare = fork(path.join(import.meta.dirname, 'bare-upload.ts'), [], { stdio: 'inherit' })
try {
  const [barePort] = await once(bare, 'message')
  const pat = await signUp(server.url)
  const film = bigFilm(FILM_BYTES)
  const sum = createHash('sha256').update(film).digest('hex')
  const ratios: number[] = []
  let isWhole = true
  for (let round = 0; round < ROUNDS; round++) {
    const theirs = await timed(() => sendBare(barePort, film))
    const at = await announce(server.url, pat, film.length)
    const ours = await timed(async () => {
      for (let cut = 1; cut <= CUTS + 1; cut++)
        await sendPiece(
          server.port,
          at,
          pat,
          film,
          cut > CUTS ? film.length : Math.floor((film.length * cut) / (CUTS + 1)),
        )
    })
    ratios.push(theirs / ours)
    const [row] = await query(
      server.dataDir,
      'select f.sha256 from uploads u join files f on f.id = u.file_id where u.id = $1',
      [path.basename(at)],
    )
    isWhole &&= row?.sha256 === sum
  }
  const speed = median(ratios)
  const before = residentMb()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, residentMb())
  }, 100)
  const small = film.subarray(0, SMALL_BYTES)
  bigFilm(SMALL_BYTES).copy(small)
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const at = await announce(server.url, pat, small.length)
      await sendPiece(server.port, at, pat, small, small.length)
    }),
  )
  clearInterval(watch)
  report('Uploads of films', [
    {
      what: `500 MB, cut off ${CUTS} times, arrives with its checksum`,
      measured: isWhole ? 'yes' : 'no',
      target: 'yes',
      ok: isWhole,
    },
    {
      what: 'its speed, of a bare handler that stores and hashes it',
      measured: `${(speed * 100).toFixed(0)}%`,
      value: speed * 100,
      better: 'more',
      target: 'at least 50%',
      ok: speed >= 0.5,
    },
    {
      what: `memory that the server gains with ${AT_ONCE} at once`,
      measured: `${most - before} MB`,
      value: most - before,
      better: 'less',
      target: 'under 60 MB',
      ok: most - before < 60,
    },
  ])
} finally {
  bare.disconnect()
  await clearAway(server.dataDir, server)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

function residentMb(): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))!
  return Math.round(Number(kb) / 1_024)
}

function sendBare(port: number, film: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': String(film.length) }
    const request = http.request({ port, method: 'PUT', headers }, answer => {
      answer.resume()
      answer.on('end', resolve)
    })
    request.on('error', reject)
    request.end(film)
  })
}
