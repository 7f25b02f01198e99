import { letter } from '#messaging/rules/letter.ts'

interface InvoiceMail {
  business: string
  customer: string
  number: string
  amount: string
  due: string
  href: string
}

const hello = (name: string) => (name ? `Hello ${name},` : 'Hello,')

export const invoiceMail = ({ business, customer, number, amount, due, href }: InvoiceMail) =>
  letter({
    subject: `Invoice ${number} from ${business}`,
    heading: business,
    lines: [hello(customer), `Here is invoice ${number} for ${amount}. It is due on ${due}.`],
    button: { label: 'View and pay the invoice', href },
    footer:
      'You can pay all or part of it on that page, and download it as a PDF. Reply to this email with any questions.',
  })

/** @param days from the due date; negative: before it */
export function reminderMail({ days, ...mail }: InvoiceMail & { days: number }) {
  const { business, customer, number, amount, due, href } = mail
  const when =
    days < 0
      ? `is due on ${due}`
      : days === 0
        ? 'is due today'
        : `was due on ${due}, ${days === 1 ? 'a day' : `${days} days`} ago`
  return letter({
    subject: days > 0 ? `Invoice ${number} is overdue` : `Reminder: invoice ${number} from ${business}`,
    heading: business,
    lines: [
      hello(customer),
      `Invoice ${number} ${when}. ${amount} is still open.`,
      'If you have paid it in the meantime, please ignore this email.',
    ],
    button: { label: 'View and pay the invoice', href },
    footer: 'Reply to this email with any questions. After a reply we send no further reminders.',
  })
}
