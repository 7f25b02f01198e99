import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fieldErrors } from '#ui/field-errors.ts'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMoney, useToday } from '../widgets/use-money.ts'
import { GiftFields } from './gift-fields.tsx'
import { freshGift, nextGift, readGift, useGiftForm } from './use-gift-form.ts'

interface RecordProps {
  campaignId?: string | null
  batchId?: string
  onClose: () => void
}

const errorsOf = (error: unknown) =>
  Object.fromEntries(Object.entries(fieldErrors(error)).map(([path, words]) => [path.replace('newDonor.', ''), words]))

/** The form of one gift after the other, and what became of the last one. */
function useRecording({ campaignId, batchId, onClose }: RecordProps) {
  const today = useToday()
  const money = useMoney()
  const period = useQuery(api.giving.period.queryOptions({ input: {} }))
  const form = useGiftForm({
    ...freshGift(today, campaignId ?? ''),
    ...(batchId && { batchId, method: 'cash' as const }),
  })
  const [same, setSame] = useState(false)
  const [round, setRound] = useState(0)
  const { run, busy, problem } = useMutate({
    keys: [api.gifts.key(), api.givingCampaigns.key(), api.giving.key(), api.givingBatches.key()],
    form: { setErrors: form.setErrors },
  })
  const currency = period.data?.currency ?? 'USD'

  async function save(then: 'next' | 'close', confirmed = false) {
    const { input, errors } = readGift(form.values, currency)
    if (!input) return form.setErrors(errors)
    setSame(false)
    const isDone = await run(async () => {
      try {
        const gift = await client.gifts.record({ ...input, confirmed })
        toast(`${gift.donor}: ${money(gift.total, gift.currency)} recorded`)
      } catch (error) {
        const isSame = (error as { code?: string }).code === 'CONFLICT'
        if (isSame) return setSame(true)
        const found = errorsOf(error)
        if (Object.keys(found).length === 0) throw error
        return form.setErrors(found)
      }
      if (then === 'close') return onClose()
      form.setValues(nextGift(form.values))
      setRound(count => count + 1)
    })
    return isDone
  }
  return { form, currency, save, same, round, busy, problem }
}

/** The fields of the next gift are new: the focus begins with its donor, and isn't left behind the dialog. */
function useFirstField(round: number) {
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (round > 0) fields.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [round])
  return fields
}

/** One gift after the other without the mouse: Enter saves and begins the next. */
export function RecordDonation(props: RecordProps) {
  const { onClose } = props
  const { form, currency, save, same, round, busy, problem } = useRecording(props)
  const fields = useFirstField(round)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save('next')
  }
  return (
    <Modal opened onClose={onClose} title="Record Donation" size="lg">
      <form ref={fields} noValidate onSubmit={submit}>
        <Stack>
          <Problem error={problem} />
          <GiftFields key={round} form={form} currency={currency} isNew />
          {same ? (
            <Alert color="yellow" title="The same gift twice?" role="alert">
              This donor already has a gift of this amount on this day.{' '}
              <Button size="compact-sm" variant="default" onClick={() => void save('next', true)}>
                Record it anyway
              </Button>
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="default" loading={busy} onClick={() => void save('close')}>
              Save
            </Button>
            <Button type="submit" loading={busy}>
              Save & next
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
