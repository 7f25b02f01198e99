import { type Columns, readTable } from '#imports/rules/table.ts'

export interface Line {
  firstName: string
  lastName: string
  email: string
}
export interface ReadLines {
  invited: Line[]
  /** Rows that nothing is taken from, by their line in the file. */
  problems: { line: number; text: string; reason: string }[]
  /** Columns that nothing is read from. */
  unread: string[]
}

const columns = {
  firstName: /^((member|student|user|learner) )?(first ?name|given name|first|vorname|nombre|pr[eé]nom)$/,
  lastName: /^((member|student|user|learner) )?(last ?name|surname|family name|last|nachname|apellidos?)$/,
  name: /^((member|student|user|learner) )?(name|full ?name|member|student|learner|display name)$/,
  email: /^((member|student|user|learner) )?(e-?mail( address)?|mail|correo|login|username)$/,
} as const satisfies Columns<string>

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** “Miller, Ann” and “Ann B. Miller” as first and last name. */
export function splitName(name: string): Pick<Line, 'firstName' | 'lastName'> {
  const [last, first] = name.split(',').map(part => part.trim())
  if (first) return { firstName: first, lastName: last ?? '' }
  const words = name.trim().split(/\s+/)
  return {
    firstName: words.slice(0, -1).join(' ') || (words[0] ?? ''),
    lastName: words.length > 1 ? words.at(-1)! : '',
  }
}

/** People of a CSV file. Every row that isn’t understood is said; an address that comes twice is taken once. */
export function readLines(text: string, most: number): ReadLines {
  const table = readTable(text, columns, places => places.has('email'))
  if (!table)
    return {
      invited: [],
      unread: [],
      problems: [
        { line: 1, text: text.slice(0, 100), reason: 'No column is called Email. One line has to name the columns.' },
      ],
    }
  const invited = new Map<string, Line>()
  const problems: ReadLines['problems'] = []
  for (const { row, cell, problem } of table.rows) {
    const shown = [cell('firstName'), cell('lastName'), cell('name'), cell('email')].filter(Boolean).join(', ')
    const say = (reason: string) => problems.push({ line: row, text: shown.slice(0, 200), reason })
    const email = cell('email').toLowerCase()
    const split = splitName(cell('name'))
    const firstName = (cell('firstName') || split.firstName).slice(0, 100)
    const lastName = (cell('lastName') || split.lastName).slice(0, 100)
    if (!problem && !shown) continue
    if (problem) say(problem)
    else if (!email) say('There is no email address.')
    else if (!EMAIL.test(email) || email.length > 254) say(`“${email.slice(0, 60)}” isn’t an email address.`)
    else if (!firstName && !lastName) say('There is no name.')
    else if (invited.has(email)) say('This address is in the file twice. It is taken once.')
    else if (invited.size >= most) say(`Up to ${most} people at once. Please split the file.`)
    else invited.set(email, { firstName, lastName, email })
  }
  return { invited: [...invited.values()], problems, unread: table.unread }
}
