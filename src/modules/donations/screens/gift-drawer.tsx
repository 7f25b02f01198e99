import { Anchor, Button, Stack, Table, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { countedStatuses, giftSourceLabels, giftStatusLabels, methodLabels, tributeLabels } from '../rules/states.ts'
import { GiftReceipt } from '../widgets/gift-receipt.tsx'
import { useDay, useMoney } from '../widgets/use-money.ts'
import { GiftFields } from './gift-fields.tsx'
import { isRefundable, RefundGift } from './refund-gift.tsx'
import { SendThanks } from './send-thanks.tsx'
import { type Gift, type GiftValues, giftValues, readGift, useGiftForm } from './use-gift-form.ts'

const keys = () => [api.gifts.key(), api.givingCampaigns.key(), api.giving.key()]

/** One gift beside its list. */
export function GiftDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const query = useQuery(
    api.gifts.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null, meta: { live: ['gifts'] } }),
  )
  const mayWrite = useMay('giving.write')
  const [open, setOpen] = useState<'correct' | 'void' | 'refund' | 'thanks' | null>(null)
  const close = () => setOpen(null)
  const money = useMoney()
  return (
    <DetailDrawer
      id={id}
      onClose={onClose}
      query={query}
      title={gift => `${gift.donor}, ${money(gift.total, gift.currency)}`}
      noun="Donation"
      actions={gift =>
        mayWrite && gift.status !== 'reversed' ? (
          <>
            {gift.personId ? <Button onClick={() => setOpen('thanks')}>Send Thanks</Button> : null}
            <Button variant="default" onClick={() => setOpen('correct')}>
              Correct
            </Button>
            {gift.paymentId ? (
              <Button variant="default" disabled={!isRefundable(gift)} onClick={() => setOpen('refund')}>
                Refund
              </Button>
            ) : (
              <Button variant="default" onClick={() => setOpen('void')}>
                Void
              </Button>
            )}
          </>
        ) : null
      }
    >
      {gift => (
        <>
          <Facts gift={gift} />
          <ReceiptOfGift gift={gift} mayWrite={mayWrite} />
          {open === 'correct' ? <Correct gift={gift} onClose={close} /> : null}
          {open === 'void' ? <VoidGift gift={gift} onClose={close} /> : null}
          {open === 'refund' ? <RefundGift gift={gift} onClose={close} /> : null}
          {open === 'thanks' ? <SendThanks ids={[gift.id]} onClose={close} /> : null}
        </>
      )}
    </DetailDrawer>
  )
}

const ReceiptOfGift = ({ gift, mayWrite }: { gift: Gift; mayWrite: boolean }) => (
  <GiftReceipt
    giftId={gift.id}
    canIssue={gift.personId !== null && countedStatuses.includes(gift.status)}
    mayWrite={mayWrite}
  />
)

function useFacts(gift: Gift): [string, string][] {
  const [money, day] = [useMoney(), useDay()]
  const { dateTime } = useFormat()
  const facts: [string, string | null][] = [
    ['Date', day(gift.receivedOn)],
    ['Method', `${methodLabels[gift.method]}${gift.checkNumber ? `, no. ${gift.checkNumber}` : ''}`],
    ['Source', giftSourceLabels[gift.source]],
    ['Batch', gift.batch],
    ['Envelope', gift.envelope],
    ['Refunded', gift.refunded > 0 ? money(gift.refunded, gift.currency) : null],
    ['Description', gift.description],
    ['Tribute', gift.tribute && `${tributeLabels[gift.tribute]} ${gift.tributeName}`],
    [
      'Goods or services',
      gift.goodsValue > 0 ? `${gift.goodsDescription}, ${money(gift.goodsValue, gift.currency)}` : null,
    ],
    ['Public', gift.anonymousPublic ? 'Anonymous' : null],
    ['Thanked', gift.thankedAt && dateTime(gift.thankedAt)],
    ['Voided', gift.voidedAt && `${dateTime(gift.voidedAt)}: ${gift.voidReason}`],
    ['Note', gift.note],
    ['Recorded', `${dateTime(gift.createdAt)}${gift.recordedBy ? ` by ${gift.recordedBy}` : ''}`],
  ]
  return facts.flatMap(([label, value]) => (value ? [[label, value] as [string, string]] : []))
}

function Facts({ gift }: { gift: Gift }) {
  const money = useMoney()
  const facts = useFacts(gift)
  return (
    <Stack>
      <div>
        <StatusBadge of="gift" value={gift.status} label={giftStatusLabels[gift.status]} />
      </div>
      {gift.personId ? (
        <Anchor component={Link} to={`/people/${gift.personId}`}>
          {gift.donor}
        </Anchor>
      ) : null}
      <Table>
        <Table.Tbody>
          {gift.lines.map(line => (
            <Table.Tr key={line.id}>
              <Table.Th scope="row">{[line.fund, line.campaign].filter(Boolean).join(', ')}</Table.Th>
              <Table.Td data-figures>{money(line.amount, gift.currency)}</Table.Td>
            </Table.Tr>
          ))}
          {facts.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td>
                <Text>{value}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

/** What was changed alone is sent: words of a closed day may still be corrected. */
function changesOf(gift: Gift, values: GiftValues): Parameters<typeof client.gifts.update>[0] {
  const { input, errors } = readGift(values, gift.currency)
  if (!input) throw new Error(Object.values(errors)[0])
  const before = giftValues(gift)
  const { key: _, newDonor: __, currency: ___, lines, ...fields } = input
  const changed = Object.entries(fields).filter(
    ([name]) => JSON.stringify(values[name as keyof GiftValues]) !== JSON.stringify(before[name as keyof GiftValues]),
  )
  const isSplit = JSON.stringify(values.lines) !== JSON.stringify(before.lines)
  const donor = values.donor !== before.donor ? { personId: input.personId ?? null } : {}
  return { id: gift.id, version: gift.version, ...Object.fromEntries(changed), ...donor, ...(isSplit && { lines }) }
}

function Correct({ gift, onClose }: { gift: Gift; onClose: () => void }) {
  const form = useGiftForm(giftValues(gift))
  const { run } = useMutate({ keys: keys() })
  async function save(values: GiftValues) {
    await client.gifts.update(changesOf(gift, values))
    await run(async () => {}, { done: 'Gift corrected' })
  }
  return (
    <FormDrawer opened onClose={onClose} title="Correct donation" form={form} onSubmit={save} submitLabel="Save">
      <GiftFields form={form} currency={gift.currency} isNew={false} />
    </FormDrawer>
  )
}

function VoidGift({ gift: { id }, onClose }: { gift: Gift; onClose: () => void }) {
  const form = useForm({ initialValues: { reason: '' } })
  const { run } = useMutate({ keys: keys() })
  async function save({ reason }: { reason: string }) {
    await client.gifts.void({ id, reason })
    await run(async () => {}, { done: 'Gift voided' })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Void this donation?"
      form={form}
      onSubmit={save}
      submitLabel="Void donation"
    >
      <Text size="sm">
        The gift stays in the list as voided and is taken out of all totals. The books get a reversal.
      </Text>
      <TextInput label="Reason" data-autofocus {...form.getInputProps('reason')} />
    </FormDialog>
  )
}
