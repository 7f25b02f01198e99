import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#ui/form-dialog.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { receiptStatusLabels } from '../receipts/rules/states.ts'
import { useReceiptFile } from './use-receipt-file.ts'

type Receipt = Awaited<ReturnType<typeof client.givingReceipts.list>>['items'][number]

/** The receipts of a gift: issue, download, email, void and reissue. */
export function GiftReceipt({ giftId, canIssue, mayWrite }: { giftId: string; canIssue: boolean; mayWrite: boolean }) {
  const { data } = useQuery(
    api.givingReceipts.list.queryOptions({ input: { gift: giftId }, meta: { live: ['gifts'] } }),
  )
  const act = useAct(api.givingReceipts.key())
  if (!data) return null
  const isIssued = data.items.some(one => one.status === 'issued')
  if (!isIssued && !canIssue && data.items.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-label="Receipt">
      <Text fw={550}>Receipt</Text>
      {data.items.map(one => (
        <ReceiptLine key={one.id} receipt={one} mayWrite={mayWrite} />
      ))}
      {!isIssued && canIssue && mayWrite ? (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void act(() => client.givingReceipts.issue({ giftId }), 'Receipt issued')}
          >
            Issue receipt
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}

export function ReceiptLine({ receipt, mayWrite }: { receipt: Receipt; mayWrite: boolean }) {
  const { id, number, status, reason, emailedAt } = receipt
  const [open, setOpen] = useState<'void' | 'reissue' | null>(null)
  const act = useAct(api.givingReceipts.key())
  const save = useReceiptFile()
  async function send() {
    let sent = false
    await act(async () => {
      sent = (await client.givingReceipts.send({ id })).sent
      if (!sent) throw new Error('This donor has no email address that can be written to.')
    }, 'Receipt emailed')
  }
  return (
    <>
      <Group gap="xs">
        <Text size="sm">No. {number}</Text>
        <StatusBadge of="givingReceipt" value={status} label={receiptStatusLabels[status]} />
        {reason ? <Text size="sm">{reason}</Text> : null}
      </Group>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => void save('receipts', id, number)}>
          Download PDF
        </Button>
        {mayWrite && status === 'issued' ? (
          <>
            <Button size="compact-sm" variant="default" onClick={() => void send()}>
              {emailedAt ? 'Send again' : 'Email'}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setOpen('reissue')}>
              Void and reissue
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setOpen('void')}>
              Void receipt
            </Button>
          </>
        ) : null}
      </Group>
      {open ? <Reason id={id} what={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

function Reason({ id, what, onClose }: { id: string; what: 'void' | 'reissue'; onClose: () => void }) {
  const form = useForm({ initialValues: { reason: '' } })
  const { run } = useMutate({ keys: [api.givingReceipts.key()] })
  async function save({ reason }: { reason: string }) {
    await client.givingReceipts[what]({ id, reason })
    await run(async () => {}, { done: what === 'void' ? 'Receipt voided' : 'Corrected receipt issued' })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={what === 'void' ? 'Void this receipt?' : 'Issue a corrected receipt?'}
      form={form}
      onSubmit={save}
      submitLabel={what === 'void' ? 'Void receipt' : 'Issue corrected receipt'}
    >
      <Text size="sm">
        {what === 'void'
          ? 'Its number is not used again. The donor no longer sees it.'
          : 'The new receipt gets its own number and says which one it replaces.'}
      </Text>
      <TextInput label="Reason" data-autofocus {...form.getInputProps('reason')} />
    </FormDialog>
  )
}
