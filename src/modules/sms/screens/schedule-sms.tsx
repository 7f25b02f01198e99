import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '#ui/field-errors.ts'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { SundayQuestion } from './sunday-question.tsx'
import type { SendFormState } from './use-send-form.ts'

function usePlan({ form, onClose, begin }: ScheduleProps) {
  const queries = useQueryClient()
  const [mode, setMode] = useState<'instant' | 'local'>('instant')
  const [at, setAt] = useState(begin)
  const [sunday, setSunday] = useState(false)
  const [anyway, setAnyway] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const plan = async () => {
    setBusy(true)
    const made = await form.attempt(() =>
      client.smsCampaigns.schedule({ ...form.draft, mode, at, anyway }).catch(error => {
        if (error?.code === 'SUNDAY_MORNING') {
          setSunday(true)
          return null
        }
        const wrong = fieldErrors(error).at
        if (!wrong) throw error
        setRefused(wrong)
        return null
      }),
    )
    setBusy(false)
    if (made === null) return
    onClose()
    if (!made) return
    form.clear()
    toast(made.state === 'waiting' ? 'Waiting for approval. Your team has been notified.' : 'Scheduled')
    await queries.invalidateQueries({ queryKey: api.smsCampaigns.key() })
  }
  const write = (value: string) => {
    setAt(value)
    setSunday(false)
    setAnyway(false)
    setRefused(undefined)
  }
  return { mode, setMode, at, write, refused, busy, plan, sunday, anyway, setAnyway }
}

interface ScheduleProps {
  form: SendFormState
  onClose: () => void
  /** The time to begin with; empty: none. */
  begin: string
}

/** Later: the same moment for all, or each by their own clock. */
export function ScheduleSms(props: ScheduleProps) {
  const { account } = useMe()
  const { mode, setMode, at, write, refused, busy, plan, sunday, anyway, setAnyway } = usePlan(props)
  const zone = account.timeZone.split('/').at(-1)!.replaceAll('_', ' ')
  return (
    <Modal opened onClose={props.onClose} title="Schedule">
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void plan()
        }}
      >
        <Stack>
          <TextInput
            type="datetime-local"
            label="Send on"
            data-autofocus
            value={at}
            error={refused}
            onChange={event => write(event.currentTarget.value)}
          />
          {sunday ? <SundayQuestion at={at} onPick={write} anyway={anyway} onAnyway={setAnyway} /> : null}
          <Radio.Group label="Time zone" value={mode} onChange={value => setMode(value as typeof mode)}>
            <Stack gap="xs" mt="xs">
              <Radio value="instant" label={`The same time for everyone${`: ${zone}`}`} />
              <Radio
                value="local"
                label="Each recipient’s time zone"
                description="From their profile, else from their address, else yours."
              />
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Schedule
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
