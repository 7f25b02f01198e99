import { ActionIcon, Button, Group, Modal, Radio, Stack, Text, Textarea, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { phoneText } from '#people/rules/phone-text.ts'
import { keepDraft, readDraft } from '#ui/kept-draft.ts'
import { toast, toastError } from '#ui/toast.tsx'
import { client } from '#web/api.ts'
import type { callOutcomes } from '../rules/stages.ts'
import type { Lead } from './use-board.ts'

type CallOutcome = (typeof callOutcomes)[number]
const outcomes: { value: CallOutcome; label: string }[] = [
  { value: 'reached', label: 'Reached' },
  { value: 'voicemail', label: 'Left a voicemail' },
  { value: 'no_answer', label: 'No answer' },
  { value: 'wrong_number', label: 'Wrong number' },
]

interface TouchProps {
  lead: Lead
  size?: number
  onDone?: (lead: Lead) => void
}

/** Opens the mail program and records that someone got in touch. */
function EmailButton({ lead, size, onDone }: TouchProps) {
  const why = lead.email ? `Email ${lead.name}` : 'No email address'
  const write = () =>
    client.leads
      .touch({ id: lead.id, kind: 'email' })
      .then(onDone, error => toastError(error, 'The email was not logged'))
  if (!lead.email)
    return (
      <Tooltip label={why}>
        <ActionIcon size={size} aria-label={why} data-disabled onClick={event => event.preventDefault()} aria-disabled>
          <IconMail size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    )
  return (
    <Tooltip label={why}>
      <ActionIcon component="a" href={`mailto:${lead.email}`} size={size} aria-label={why} onClick={() => void write()}>
        <IconMail size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

/** Opens the phone program, then asks what came of the call. */
function CallButton({ lead, size, onDone }: TouchProps) {
  const [asking, { open, close }] = useDisclosure()
  const why = lead.phone ? `Call ${lead.name}` : 'No phone number'
  if (!lead.phone)
    return (
      <Tooltip label={why}>
        <ActionIcon size={size} aria-label={why} data-disabled aria-disabled onClick={event => event.preventDefault()}>
          <IconPhone size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    )
  return (
    <>
      <Tooltip label={why}>
        <ActionIcon component="a" href={`tel:${lead.phone}`} size={size} aria-label={why} onClick={open}>
          <IconPhone size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <CallResult lead={lead} opened={asking} onClose={close} onDone={onDone} />
    </>
  )
}

function useCallResult(lead: Lead, onSaved: (lead: Lead) => void) {
  const [outcome, setOutcome] = useState<CallOutcome | ''>('')
  const draft = `call ${lead.id}`
  const [note, write] = useState(() => readDraft<string>(draft)?.value ?? '')
  const [busy, setBusy] = useState(false)
  const setNote = (next: string) => {
    write(next)
    keepDraft(draft, next ? { version: 0, value: next } : null)
  }
  async function save() {
    if (!outcome) return
    setBusy(true)
    try {
      onSaved(
        await client.leads.touch({ id: lead.id, kind: 'call', outcome, ...(note.trim() && { note: note.trim() }) }),
      )
      toast(`Call with ${lead.name} logged`)
      setNote('')
      setOutcome('')
    } catch (error) {
      toastError(error, 'The call was not logged')
    } finally {
      setBusy(false)
    }
  }
  return { outcome, setOutcome, note, setNote, busy, save }
}

function CallResult({ lead, opened, onClose, onDone }: TouchProps & { opened: boolean; onClose: () => void }) {
  const { outcome, setOutcome, note, setNote, busy, save } = useCallResult(lead, saved => {
    onDone?.(saved)
    onClose()
  })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`How was the call with ${lead.name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text c="dimmed">{lead.phone ? phoneText(lead.phone) : null}</Text>
        <Radio.Group aria-label="Note" value={outcome} onChange={value => setOutcome(value as CallOutcome)}>
          <Stack gap="xs">
            {outcomes.map(choice => (
              <Radio key={choice.value} {...choice} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label="Note"
          autosize
          minRows={2}
          maxLength={2000}
          value={note}
          onChange={event => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Don’t log it
          </Button>
          <Button disabled={!outcome} loading={busy} onClick={() => void save()}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Call and email, each noted on the lead and its person's timeline. */
export function TouchButtons(props: TouchProps) {
  return (
    <Group gap={2} wrap="nowrap">
      <CallButton {...props} />
      <EmailButton {...props} />
    </Group>
  )
}
