/** 1,000 tracked QR codes from a file, as the screen saves them, and what it takes to draw one and read it back. */
import { drawQr, rasterOf, whyUnreadable } from '#links/drawing/service.ts'
import { signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { report } from './table.ts'

const CODES = 1_000
const PART = 100
const DRAWN = 100

const server = await startServer({ set: { LOG_LEVEL: 'error' } })
try {
  const pat = await signUp(server.url)
  const before = performance.now()
  for (let from = 0; from < CODES; from += PART) {
    const rows = Array.from({ length: PART }, (_, i) => ({
      name: `Seat ${from + i}`,
      content: { type: 'url', url: `https://grace.example/seats/${from + i}` },
    }))
    await pat.ask('POST', '/rest/v1/qr-codes/create-many', { rows })
  }
  const saved = (performance.now() - before) / 1000
  const { total } = await pat.ask('GET', '/rest/v1/qr-codes?limit=1')
  if (total !== CODES) throw new Error(`${total} codes instead of ${CODES}`)
  report(`${CODES.toLocaleString('en-US')} QR codes at once`, [
    {
      what: 'saved with their short links',
      measured: `${saved.toFixed(1)} s`,
      value: saved,
      better: 'less',
      target: 'under 60 s',
      ok: saved < 60,
    },
    await drawing(),
  ])
} finally {
  await clearAway(server.dataDir, server)
}

async function drawing() {
  await drawQr('warm')
  const before = performance.now()
  for (let i = 0; i < DRAWN; i++) {
    const text = `https://church.example/l/abcd${1000 + i}`
    const problem = await whyUnreadable(text)
    if (problem) throw new Error(problem)
    await rasterOf(await drawQr(text), { width: 300 })
  }
  const each = (performance.now() - before) / DRAWN
  const figure = { measured: `${each.toFixed(0)} ms`, value: each, better: 'less' as const }
  return { what: 'one drawn, read back, and written as PNG', ...figure }
}
