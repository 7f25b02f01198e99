import { formatMoney } from '#kernel/money.ts'

interface Slip {
  church: string
  locale: string
  checks: readonly { number: string; amount: number }[]
  batch: {
    name: string
    currency: string
    day: string
    denominations: readonly { value: number; count: number }[]
    entered: number
    enteredCash: number
    countedBy: string | null
    confirmedBy: string | null
    depositedOn: string | null
    reference: string
  }
}
type Cell = readonly [text: string, amount: string, bold?: boolean]

const ROWS = 44
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, STEP] = [210, 297, 20, 190, 34, 5.4]

const text = (x: number, y: number, words: string, more = '') =>
  `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="3.6" ${more}>${escaped(words)}</text>`

function rowsOf({ batch, checks, locale }: Slip): Cell[] {
  const money = (amount: number) => formatMoney({ amount, currency: batch.currency }, locale)
  const { enteredCash, entered, denominations } = batch
  const checksTotal = checks.reduce((sum, { amount }) => sum + amount, 0)
  const other = entered - enteredCash - checksTotal
  return [
    ['Cash', money(enteredCash), true],
    ...denominations.map(({ value, count }): Cell => [`${count} × ${money(value)}`, money(value * count)]),
    [`Checks (${checks.length})`, money(checksTotal), true],
    ...checks.map(({ number, amount }): Cell => [number ? `No. ${number}` : 'Without a number', money(amount)]),
    ...(other > 0 ? [['Other', money(other), true] satisfies Cell] : []),
    ['Total deposit', money(entered), true],
  ]
}

/** Pages of a deposit slip, A4: cash by notes and coins, each check, and the total. */
export function depositSlip(slip: Slip): { svg: string; width: number; height: number }[] {
  const { batch, church, locale } = slip
  const rows = rowsOf(slip)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${batch.depositedOn ?? batch.day}T00:00:00Z`),
  )
  const pages = Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, i) => rows.slice(i * ROWS, (i + 1) * ROWS))
  return pages.map((own, page) => {
    const lines = own.flatMap(([words, amount, bold], i) => {
      const [y, weight] = [TOP + 12 + i * STEP, bold ? 'font-weight="bold"' : '']
      return [text(LEFT, y, words, weight), text(RIGHT, y, amount, `text-anchor="end" ${weight}`)]
    })
    const foot = [
      `Counted by ${batch.countedBy ?? '________________'}`,
      `Confirmed by ${batch.confirmedBy ?? '________________'}`,
      ...(batch.reference ? [`Reference ${batch.reference}`] : []),
      `Page ${page + 1} of ${pages.length}`,
    ].join('   ')
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
      <text x="${LEFT}" y="22" font-family="DejaVu Sans" font-size="6" font-weight="bold">Deposit slip</text>
      ${text(LEFT, 29, `${church}, ${batch.name}, ${day}`)}
      <line x1="${LEFT}" y1="${TOP}" x2="${RIGHT}" y2="${TOP}" stroke="#000" stroke-width="0.3"/>
      ${lines.join('')}${text(LEFT, 284, foot, '')}</svg>`
    return { svg, width: WIDTH, height: HEIGHT }
  })
}
