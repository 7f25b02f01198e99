import { globSync } from 'node:fs'
import path from 'node:path'
import { composer } from '#email/rules/letter.ts'
import { clock, days } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import type { RenderedMail } from '#messaging/rules/letter.ts'
import { mailTags } from '#messaging/rules/merge-tags.ts'

/** One person, one church, one of everything that a mail of ours speaks of. A template with another word needs it here. */
const sample = () => ({
  name: 'Ann Miller',
  church: 'Grace Community Church',
  invitedBy: 'Ruth Bennett',
  author: 'Ruth Bennett',
  role: 'staff',
  href: `${env.publicUrl}/sample`,
  token: 'sample',
  nextTry: 'May 12, 2027',
  code: '482913',
  newEmail: 'ann.miller@example.org',
  title: 'Follow-up with Pat is overdue',
  subject: 'A question',
  body: 'Nobody has been in touch since Tuesday.',
  message: 'Does it work for small churches?',
  text: 'Yes. It was made for small churches.',
  asked: 'Does it work for small churches?',
  from: 'Ruth',
  on: 'May 4, 2026',
  what: 'booked',
  guest: 'Ann Miller',
  when: 'Tuesday, May 4, 2026, 2:00 – 2:30 PM CDT',
  ownWhen: null,
  where: '1200 Oak Street',
  facts: ['Amount: $25.00', 'Date: May 4, 2026', 'Fund: General Fund'],
  site: 'Next steps',
  isAccepted: true,
  repeats: 'This gift repeats every month. The next one is charged on June 4, 2026.',
  receipt: '2026-0042',
  sections: [
    {
      part: 'new',
      title: 'New, and not contacted yet',
      more: 3,
      href: '/leads',
      names: [{ name: 'Pat Miller', note: 'since May 3', href: '/leads?lead=sample' }],
    },
  ],
  expiresAt: new Date(clock.ms() + days(7)),
})

export interface Template extends RenderedMail {
  /** `identity/recoveryMail` */
  name: string
}

/** Every mail that the product writes, filled in: the functions called …Mail of each module's emails. */
export async function templates(): Promise<Template[]> {
  const all: Template[] = [newsletter()]
  for (const file of globSync('src/modules/*/emails/*.ts', { cwd: env.root }).sort()) {
    const made = (await import(path.join(env.root, file))) as Record<string, unknown>
    for (const [name, make] of Object.entries(made))
      if (typeof make === 'function' && name.endsWith('Mail'))
        all.push({ name: `${file.split(path.sep)[2]}/${name}`, ...(make as (with_: object) => RenderedMail)(sample()) })
  }
  return all
}

function newsletter(): Template {
  const values = Object.fromEntries(Object.entries(mailTags).map(([tag, one]) => [tag, one.sample]))
  const words = { subject: 'What is new in May', preheader: 'Two things', body: '# Hello\n\nDear {firstName|friend},' }
  const { missing: _, ...mail } = composer(words)(values)
  return { name: 'email/newsletter', ...mail }
}
