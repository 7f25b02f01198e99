/** 100,000 people from one CSV file while someone else lists leads: time, memory of all processes, and the other's p95. */
import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { manyLeads } from '#testing/processes/database.ts'
import { type Person, signUp } from '#testing/processes/person.ts'
import { clearAway, postgresOf, type RunningServer, startServer } from '#testing/processes/server.ts'
import { until } from '#testing/processes/until.ts'
import { median, percentile, report } from './table.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000)
/** Between two requests of the one who lists, in milliseconds. */
const THINKS = 10

const server = await startServer({ set: { LOG_LEVEL: 'error' } })
try {
  const pat = await signUp(server.url)
  await manyLeads(server.dataDir, pat.clientId, 2_000)
  await measure(server, pat)
} finally {
  await clearAway(server.dataDir, server)
}

/** As Google Contacts writes them: every third number is a family's, a tenth have two addresses. */
function file(): string {
  const header =
    'First Name,Middle Name,Last Name,Name Suffix,Nickname,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country'
  const first =
    'Ann Ben Cleo Daniel Eva Finn Grace Hugo Iris Joel Kate Liam Mary Noah Olive Paul Quinn Ruth Sam Tess'.split(' ')
  const last =
    'Abel Baker Carter Diaz Evans Fisher Garcia Hill Ivers Jones King Lopez Moore Nguyen Ortiz Perez Reed Smith'.split(
      ' ',
    )
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const family = i % 10 < 3 ? Math.floor(i / 10) * 10 : i
    const name = [first[i % 20], '', `${last[family % 18]}${family % 977}`, '', ''].join(',')
    const number = `(${200 + (family % 700)}) ${200 + (Math.floor(family / 700) % 700)}-${String(family % 10_000).padStart(4, '0')}`
    const second = i % 10 === 9 ? `* Work,office${i}@example.com` : ','
    const birthday = `19${50 + (i % 50)}-0${1 + (i % 9)}-1${i % 10}`
    const notes = i % 20 === 0 ? '"Sings in the choir,\nprefers a call in the evening"' : ''
    return `${name},${birthday},${notes},* myContacts ::: ${['Choir', 'Youth', 'Welcome'][i % 3]},* Home,person${i}@example.org,${second},Mobile,${number},Home,${i} Oak Street,Springfield,IL,62701,US`
  })
  return `${header}\n${lines.join('\n')}\n`
}

async function measure({ url, pid, dataDir }: RunningServer, pat: Person) {
  const headers = { authorization: `Bearer ${pat.token}`, 'lampstand-client': pat.clientId }
  const answer = await fetch(`${url}/storage/v1/uploads?purpose=import&name=people.csv`, {
    method: 'POST',
    headers,
    body: file(),
  })
  const { id: fileId } = (await answer.json()) as { id: string }
  const { id } = await pat.ask('POST', '/rest/v1/imports', { fileId })
  const reach = (state: string) =>
    until(`the import is ${state}`, async () => (await stateOf(pat, id)) === state, 300_000)

  await reach('ready')
  // The one who lists makes the server's heap grow too: that must be over before we look at it.
  await listing(pat, () => pause(20_000))
  const before = await listing(pat, () => pause(8_000))
  const memory = await growing([pid, postgresOf(dataDir)!])
  const checkBegan = performance.now()
  await pat.ask('POST', `/rest/v1/imports/${id}/check`)
  await reach('checked')
  const check = (performance.now() - checkBegan) / 1000
  const began = performance.now()
  await pat.ask('POST', `/rest/v1/imports/${id}/run`)
  const during = await listing(pat, () => reach('completed'))
  const took = (performance.now() - began) / 1000
  const grown = memory.stop()

  const { counts } = await pat.ask('GET', `/rest/v1/imports/${id}`)
  if (counts.created !== ROWS) throw new Error(`${counts.created} of ${ROWS} people are new: ${JSON.stringify(counts)}`)
  const ratio = percentile(during, 95) / percentile(before, 95)
  const line = (times: number[]) => `p50 ${median(times).toFixed(1)} ms, p95 ${percentile(times, 95).toFixed(1)} ms`
  report(`Import of ${ROWS.toLocaleString('en-US')} people`, [
    { what: 'check', measured: `${check.toFixed(1)} s`, value: check, better: 'less' },
    {
      what: 'import',
      measured: `${took.toFixed(1)} s`,
      value: took,
      better: 'less',
      target: 'under 60 s',
      ok: took < 60,
    },
    {
      what: 'memory, all processes',
      measured: `${grown.toFixed(0)} MB more`,
      value: grown,
      better: 'less',
      target: 'under 300 MB',
      ok: grown < 300,
    },
    { what: 'list of leads before', measured: line(before), value: median(before), better: 'less' },
    { what: 'list of leads meanwhile', measured: line(during), value: median(during), better: 'less' },
    {
      what: 'p95 to before',
      measured: `${ratio.toFixed(1)} times`,
      value: ratio,
      better: 'less',
      target: 'at most 2 times',
      ok: ratio <= 2,
    },
  ])
}

/** Asked a few times a second, as a screen does. */
async function stateOf(pat: Person, id: string) {
  await pause(300)
  const { state, problem } = await pat.ask('GET', `/rest/v1/imports/${id}`)
  if (state === 'failed') throw new Error(problem)
  return state as string
}

/** How long each page of leads took in milliseconds, asked for one after the other for as long as `meanwhile` takes. */
async function listing(pat: Person, meanwhile: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let over = false
  const asking = (async () => {
    while (!over) {
      const began = performance.now()
      await pat.ask('GET', '/rest/v1/leads?limit=50')
      times.push(performance.now() - began)
      await pause(THINKS)
    }
  })()
  await meanwhile()
  over = true
  await asking
  return times
}

/** The most that the trees of these processes have grown, in MB; memory that they share counts once. */
async function growing(roots: number[]) {
  const first = total(roots)
  let most = first
  const timer = setInterval(() => (most = Math.max(most, total(roots))), 200)
  return {
    stop() {
      clearInterval(timer)
      return (most - first) / 1024
    },
  }
}

function total(roots: number[]): number {
  const parents = new Map<number, number>()
  for (const name of fs.readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const stat = read(`/proc/${name}/stat`)
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const ours = (pid: number | undefined): boolean =>
    pid !== undefined && (roots.includes(pid) || ours(parents.get(pid)))
  return [...parents.keys()]
    .filter(ours)
    .reduce((sum, pid) => sum + Number(/^Pss: +(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0), 0)
}

/** Empty for a process that has just ended. */
function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
