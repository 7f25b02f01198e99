/** Fifty viewers who seek in a film of 500 MB, and a library of 10,000 videos. */
import http from 'node:http'
import path from 'node:path'
import { query } from '#testing/processes/database.ts'
import { signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { announce, bigFilm, FILM_BYTES, sendPiece } from './films.ts'
import { type Line, percentile, report } from './table.ts'

const VIEWERS = 50
const SEEKS = 20
const VIDEOS = 10_000
/** What a player reads before it goes on playing. */
const PART = 256 * 1_024

/** The same video under other titles, each with a file of its own; there is no content behind them. */
const copies = `
  with made as (
    insert into files (client_id, name, content_type, purpose, size, sha256, storage_key)
    select $1, 'film.webm', 'video/webm', 'video', 1, '', 'none/' || n from generate_series(1, $3::int) n returning id
  ), numbered as (select id, row_number() over () as n from made)
  insert into videos (client_id, title, library_id, visibility, file_id, state, slug, public_id, search, duration_ms, views)
  select $1, 'Sermon number ' || n, v.library_id, case when n % 2 = 0 then 'public' else 'unlisted' end, numbered.id, 'ready',
    'sermon-' || n, md5(n::text), 'Sermon number ' || n, n * 100, n % 977
  from numbered, videos v where v.client_id = $1 and v.id = $2`

const server = await startServer({ set: { LOG_LEVEL: 'error' } })
try {
  const pat = await signUp(server.url)
  const film = bigFilm(FILM_BYTES)
  const at = await announce(server.url, pat, film.length)
  await sendPiece(server.port, at, pat, film, film.length)
  const library = await pat.ask('POST', '/rest/v1/video-libraries', { name: 'Sermons' })
  const made = { title: 'A long one', libraryId: library.id, uploadId: path.basename(at) }
  const { id, publicId } = await pat.ask('POST', '/rest/v1/videos', made)
  for (let state = ''; state !== 'ready'; await new Promise(done => setTimeout(done, 200)))
    state = (await pat.ask('GET', `/rest/v1/videos/${id}`)).state
  await viewers(publicId, 2) // warms it up
  const times = await viewers(publicId, SEEKS)
  await query(server.dataDir, copies, [pat.clientId, id, VIDEOS])
  await query(server.dataDir, 'analyze videos')
  const lists: number[] = []
  for (let round = 0; round < 60; round++)
    for (const ask of ['', '?sort=mostViewed', '?search=number+77', '?sort=longest&visibility=public']) {
      const since = performance.now()
      await pat.ask('GET', `/rest/v1/videos${ask}`)
      if (round > 4) lists.push(performance.now() - since)
    }
  const line = (what: string, value: number, most: number): Line => ({
    what,
    measured: `${value.toFixed(1)} ms`,
    value,
    better: 'less',
    target: `under ${most} ms`,
    ok: value < most,
  })
  report('Watching', [
    line(`seek in 500 MB, ${VIEWERS} viewers, first byte p95`, percentile(times, 95), 30),
    line(`library of ${VIDEOS.toLocaleString('en-US')} videos, p95`, percentile(lists, 95), 100),
  ])
} finally {
  await clearAway(server.dataDir, server)
}

/** Each seeks, reads a part, watches for a while, and seeks again. @returns milliseconds until the first byte */
async function viewers(publicId: string, seeks: number): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: VIEWERS })
  const times: number[] = []
  const seek = () =>
    new Promise<void>((resolve, reject) => {
      const from = Math.floor(Math.random() * (FILM_BYTES - PART))
      const since = performance.now()
      http
        .get(
          {
            agent,
            port: server.port,
            path: `/media/${publicId}/file`,
            headers: { range: `bytes=${from}-${from + PART - 1}` },
          },
          answer => {
            if (answer.statusCode !== 206) reject(new Error(`seek: ${answer.statusCode}`))
            answer.once('data', () => times.push(performance.now() - since))
            answer.on('end', resolve)
          },
        )
        .on('error', reject)
    })
  await Promise.all(
    Array.from({ length: VIEWERS }, async () => {
      for (let count = 0; count < seeks; count++) {
        await new Promise(done => setTimeout(done, 200 + Math.random() * 1_600))
        await seek()
      }
    }),
  )
  agent.destroy()
  return times
}
