/** What the time of a refused sign-in gives away, and what reading a token costs. */
import { signUp } from '#testing/processes/person.ts'
import { clearAway, startServer } from '#testing/processes/server.ts'
import { median, report } from './table.ts'

const TRIES = 200
const TOKENS = 2_000

const server = await startServer({ set: { LOG_LEVEL: 'error', AUTH_RATE_LIMITS: 'off' } })
try {
  const pat = await signUp(server.url)
  const [known, unknown] = await refused(pat.email)
  const apart = Math.abs(known - unknown) / Math.max(known, unknown)
  const reading = await tokenReading()
  report(`Signing in, ${TRIES} tries each in turns`, [
    { what: 'wrong password, known address', measured: `${known.toFixed(1)} ms`, value: known, better: 'less' },
    { what: 'wrong password, unknown address', measured: `${unknown.toFixed(1)} ms`, value: unknown, better: 'less' },
    { what: 'medians apart', measured: `${(apart * 100).toFixed(1)}%`, target: 'under 5%', ok: apart < 0.05 },
    {
      what: 'a token read for the first time',
      measured: `${reading.toFixed(3)} ms`,
      value: reading,
      better: 'less',
      target: 'under 0.2 ms',
      ok: reading < 0.2,
    },
  ])
} finally {
  await clearAway(server.dataDir, server)
}

/** Median milliseconds until a known and an unknown address are refused, one after the other. */
async function refused(email: string): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = -5; round < TRIES; round++)
    for (const [i, address] of [email, `nobody-${round}@example.org`].entries()) {
      const begun = performance.now()
      const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: address, password: 'not the password' }),
      })
      await answer.text()
      if (answer.status !== 400) throw new Error(`the sign-in answered ${answer.status}`)
      if (round >= 0) times[i]!.push(performance.now() - begun)
    }
  return [median(times[0]), median(times[1])]
}

/** Median milliseconds for tokens that were never seen before: what is known is kept, and would say nothing. */
async function tokenReading(): Promise<number> {
  process.env.DATA_DIR = server.dataDir
  const { issuer, sign, verify } = await import('#kernel/tokens.ts')
  const at = Math.floor(Date.now() / 1_000)
  const claims = { iss: issuer(), aud: 'authenticated', role: 'authenticated', iat: at, exp: at + 3_600 }
  const times: number[] = []
  for (let i = 0; i < TOKENS; i++) {
    const token = await sign({ ...claims, sub: crypto.randomUUID(), session_id: crypto.randomUUID() })
    const begun = performance.now()
    if (!(await verify(token))) throw new Error('a token of our own was refused')
    if (i >= 100) times.push(performance.now() - begun)
  }
  return median(times)
}
