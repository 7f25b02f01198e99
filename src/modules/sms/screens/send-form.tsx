import { Button, Group, Select, Stack } from '@mantine/core'
import { IconCalendarClock, IconRepeat, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AudiencePicker } from '#people/widgets/audience-picker.tsx'
import { Panel } from '#ui/panel.tsx'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { ConfirmSend } from './confirm-send.tsx'
import { Extras } from './extras.tsx'
import { MessageBox } from './message-box.tsx'
import { RepeatSms } from './repeat-sms.tsx'
import { SaveTemplate } from './save-template.tsx'
import { ScheduleSms } from './schedule-sms.tsx'
import classes from './sms.module.css'
import { TestSms } from './test-sms.tsx'
import { TopicSelect } from './topic-select.tsx'
import { Unregistered } from './unregistered.tsx'
import type { SendFormState } from './use-send-form.ts'

/** To whom, what, and when. */
export function SendForm({ form }: { form: SendFormState }) {
  const { draft, errors, change } = form
  return (
    <Panel title="Send SMS">
      <Stack>
        <Unregistered />
        <AudiencePicker
          value={draft.audience}
          onChange={audience => change({ audience })}
          channel="sms"
          topic={draft.topic}
          error={errors.audience}
        />
        <div className={classes.pair}>
          <TopicSelect value={draft.topic} onChange={topic => change({ topic })} error={errors.topic} />
          <TemplatePicker form={form} />
        </div>
        <MessageBox form={form} />
        <Extras form={form} />
        <Buttons form={form} />
      </Stack>
    </Panel>
  )
}

type Dialog = 'send' | 'plan' | 'repeat' | 'save' | 'test' | null

function Buttons({ form }: { form: SendFormState }) {
  const maySend = useMay('messaging.send')
  const [open, setOpen] = useState<Dialog>(null)
  const { body } = form.draft
  const [later, setLater] = useState('')
  const close = () => {
    setOpen(null)
    setLater('')
  }
  const planFor = (at: string) => {
    setLater(at)
    setOpen('plan')
  }
  const common = { disabled: body.trim() === '' }
  return (
    <Group gap="xs">
      {maySend ? (
        <>
          <Button {...common} leftSection={<IconSend size={16} stroke={1.75} />} onClick={() => setOpen('send')}>
            Send Now
          </Button>
          <Button
            {...common}
            variant="default"
            leftSection={<IconCalendarClock size={16} stroke={1.75} />}
            onClick={() => setOpen('plan')}
          >
            Schedule
          </Button>
          <Button
            {...common}
            variant="default"
            leftSection={<IconRepeat size={16} stroke={1.75} />}
            onClick={() => setOpen('repeat')}
          >
            Repeat
          </Button>
          <Button {...common} variant="default" onClick={() => setOpen('test')}>
            Send me a test
          </Button>
        </>
      ) : null}
      <Button {...common} variant="subtle" onClick={() => setOpen('save')}>
        Save as Template
      </Button>
      <Dialogs form={form} open={open} onClose={close} onLater={planFor} later={later} />
    </Group>
  )
}

interface DialogsProps {
  form: SendFormState
  open: Dialog
  onClose: () => void
  /** the time that a plan begins with, and what sets it */
  later: string
  onLater: (at: string) => void
}

const Dialogs = ({ form, open, onClose, later, onLater }: DialogsProps) => (
  <>
    {open === 'send' ? <ConfirmSend form={form} onClose={onClose} onLater={onLater} /> : null}
    {open === 'plan' ? <ScheduleSms form={form} onClose={onClose} begin={later} /> : null}
    {open === 'repeat' ? <RepeatSms form={form} onClose={onClose} /> : null}
    {open === 'save' ? <SaveTemplate body={form.draft.body} onClose={onClose} /> : null}
    {open === 'test' ? <TestSms body={form.draft.body} onClose={onClose} /> : null}
  </>
)

function TemplatePicker({ form }: { form: SendFormState }) {
  const { data } = useQuery(api.smsTemplates.list.queryOptions({ input: {}, meta: { live: ['campaigns'] } }))
  const items = data?.items ?? []
  if (items.length === 0) return null
  const byCategory = Map.groupBy(items, one => one.category)
  return (
    <Select
      label="Template"
      placeholder="Start from a template"
      searchable
      value={null}
      data={[...byCategory].map(([group, all]) => ({
        group,
        items: all.map(({ id, name }) => ({ value: id, label: name })),
      }))}
      onChange={id => {
        const chosen = items.find(one => one.id === id)
        if (chosen) form.useTemplate(chosen.body)
      }}
    />
  )
}
