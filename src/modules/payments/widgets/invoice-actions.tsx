import { Button, CopyButton, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { newId } from '#ui/new-id.ts'
import { saveFile } from '#ui/save-file.ts'
import { toastError } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client, fetchFile } from '#web/api.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { CreditNote, RecordPayment, UseCredit } from './invoice-money.tsx'
import type { Invoice } from './use-invoice-form.ts'

type Opened = 'edit' | 'payment' | 'credit-note' | 'credit' | null

interface ActionsProps {
  invoice: Invoice
  onGone: () => void
}

/** What can be done with an invoice in its state. */
export function InvoiceActions({ invoice, onGone }: ActionsProps) {
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  return (
    <>
      {invoice.state === 'draft' ? (
        <DraftActions invoice={invoice} onGone={onGone} onEdit={() => setOpened('edit')} />
      ) : (
        <FinalActions invoice={invoice} onOpen={setOpened} />
      )}
      <Button size="compact-sm" variant="default" onClick={() => void savePdf(invoice)}>
        Download PDF
      </Button>
      <InvoiceForm key={invoice.version} opened={opened === 'edit'} onClose={close} invoice={invoice} />
      <RecordPayment
        key={`payment ${invoice.balance}`}
        opened={opened === 'payment'}
        onClose={close}
        invoice={invoice}
      />
      <CreditNote opened={opened === 'credit-note'} onClose={close} invoice={invoice} />
      <UseCredit opened={opened === 'credit'} onClose={close} invoice={invoice} />
    </>
  )
}

const savePdf = ({ id, number }: Invoice) => saveInvoiceFile(`${id}.pdf`, `${number ?? 'draft'}.pdf`)

export async function saveInvoiceFile(path: string, name: string) {
  try {
    const file = await fetchFile(`/storage/v1/invoices/${path}`)
    saveFile(name, await file.blob())
  } catch (error) {
    toastError(error, 'The file was not made')
  }
}

function DraftActions({ invoice: { id }, onGone, onEdit }: ActionsProps & { onEdit: () => void }) {
  const act = useAct(api.invoices.key())
  async function finalize() {
    const text = 'It gets its number and due date. After that it can’t be edited; corrections are credit notes.'
    if (await confirm({ title: 'Finalize this invoice?', text, confirm: 'Finalize' }))
      await act(() => client.invoices.finalize({ id }), 'Invoice finalized')
  }
  async function remove() {
    if (!(await confirm({ title: 'Delete this draft?', confirm: 'Delete', danger: true }))) return
    if (await act(() => client.invoices.remove({ id }), 'Draft deleted')) onGone()
  }
  return (
    <>
      <Button size="compact-sm" onClick={() => void finalize()}>
        Finalize
      </Button>
      <Button size="compact-sm" variant="default" onClick={onEdit}>
        Edit
      </Button>
      <Button size="compact-sm" variant="default" color="red" onClick={() => void remove()}>
        Delete
      </Button>
    </>
  )
}

function FinalActions({ invoice, onOpen }: { invoice: Invoice; onOpen: (what: Opened) => void }) {
  const act = useAct(api.invoices.key())
  const { id, state, customerEmail } = invoice
  const isVoid = state === 'void'
  const send = () =>
    act(() => client.invoices.send({ id, key: newId() }), `Sent to ${customerEmail}`, 'The invoice was not sent')
  return (
    <>
      {isVoid ? null : (
        <>
          {customerEmail ? (
            <Button size="compact-sm" onClick={() => void send()}>
              {invoice.sentAt ? 'Send again' : 'Send'}
            </Button>
          ) : null}
          <Button size="compact-sm" variant="default" onClick={() => onOpen('payment')}>
            Record a payment
          </Button>
        </>
      )}
      {invoice.url ? (
        <CopyButton value={invoice.url}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
          )}
        </CopyButton>
      ) : null}
      {isVoid ? null : <More invoice={invoice} onOpen={onOpen} />}
    </>
  )
}

function More({ invoice, onOpen }: { invoice: Invoice; onOpen: (what: Opened) => void }) {
  const act = useAct(api.invoices.key())
  const { id, number, state, lateFeesPaused, remindersStopped } = invoice
  const isOpen = state === 'open' || state === 'partially_paid'
  async function voidIt() {
    const text = 'Everything it booked is reversed. Its number stays taken, and the customer sees that it is void.'
    if (await confirm({ title: `Void ${number}?`, text, confirm: 'Void', danger: true }))
      await act(() => client.invoices.void({ id }), 'Invoice voided')
  }
  async function writeOff() {
    const text = 'What is open is written off. If money comes in later, the invoice is open again.'
    if (await confirm({ title: `Mark ${number} uncollectible?`, text, confirm: 'Mark uncollectible', danger: true }))
      await act(() => client.invoices.markUncollectible({ id }), 'Marked uncollectible')
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} stroke={1.75} />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen('credit-note')}>Credit note</Menu.Item>
        {isOpen ? <Menu.Item onClick={() => onOpen('credit')}>Apply a credit</Menu.Item> : null}
        {isOpen && invoice.chargesLateFees ? (
          <Menu.Item onClick={() => void act(() => client.invoices.pause({ id, lateFees: !lateFeesPaused }))}>
            {lateFeesPaused ? 'Resume late fees' : 'Pause late fees'}
          </Menu.Item>
        ) : null}
        {isOpen && invoice.sentAt ? (
          <Menu.Item onClick={() => void act(() => client.invoices.pause({ id, reminders: !remindersStopped }))}>
            {remindersStopped ? 'Turn reminders on' : 'Stop reminders'}
          </Menu.Item>
        ) : null}
        {isOpen ? <Menu.Item onClick={() => void writeOff()}>Mark uncollectible</Menu.Item> : null}
        {invoice.paid === 0 && invoice.credited === 0 ? (
          <Menu.Item color="red" onClick={() => void voidIt()}>
            Void
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
