import { env } from '#kernel/env.ts'
import { letter, type RenderedMail } from '#messaging/rules/letter.ts'
import type { WeeklyLetter } from '../letter/contract.ts'
import { emptyLetter } from '../letter/rules.ts'

/** Names and where they lead; no charts. */
export function weeklyLetterMail({ name, church, sections }: WeeklyLetter & { name: string }): RenderedMail {
  const link = (path: string) => `${env.publicUrl}${path}`
  return letter({
    subject: `Your week at ${church}`,
    heading: name ? `Good morning, ${name.split(' ')[0]}` : 'Good morning',
    lines: sections.length === 0 ? [emptyLetter] : ['Here is who this week is about.'],
    sections: sections.map(({ title, names, more, href }) => ({
      title,
      items: [
        ...names.map(one => ({ text: one.name, note: one.note, href: link(one.href) })),
        ...(more > 0 ? [{ text: `${more} more`, note: '', href: link(href) }] : []),
      ],
    })),
    button: { label: 'Open Lampstand', href: link('/dashboard') },
    footer: `You get this email on Mondays because you are a member of ${church} on Lampstand. Turn it off in your profile: ${link('/profile#notifications')}`,
  })
}
