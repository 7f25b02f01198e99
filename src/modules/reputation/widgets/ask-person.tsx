import { Button, NativeSelect, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconStar } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConsentTopic } from '#people/widgets/consent-topic.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { newId } from '#ui/new-id.ts'
import { Panel } from '#ui/panel.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { channelChoiceNames } from '../requests/rules/states.ts'
import { STANDARD_CONTENT, STANDARD_SUBJECT } from '../requests/rules/words.ts'
import { PlacePicker } from './place-picker.tsx'
import { RequestWords, TemplateSelect } from './request-words.tsx'

const choices = (['sms_else_email', 'sms', 'email'] as const).map(value => ({
  value,
  label: channelChoiceNames[value],
}))
type Choice = (typeof choices)[number]['value']

/** Asks one person for a review, from their page. */
export function AskPerson({ personId }: { personId: string }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <Panel title="Reviews">
      <Button variant="default" size="xs" leftSection={<IconStar size={16} stroke={1.75} />} onClick={open}>
        Ask for a review
      </Button>
      {isOpen ? <AskDialog personId={personId} onClose={close} /> : null}
    </Panel>
  )
}

function AskDialog({ personId, onClose }: { personId: string; onClose: () => void }) {
  const queries = useQueryClient()
  const [id] = useState(newId)
  const form = useForm({
    initialValues: {
      channel: 'sms_else_email' as Choice,
      topic: 'newsletter',
      subject: STANDARD_SUBJECT,
      content: STANDARD_CONTENT,
      sources: [] as string[],
      custom: null as { name: string; url: string } | null,
    },
  })
  const { values, errors, setValues } = form
  const ask = async (request: typeof values) => {
    await client.reviewRequests.create({ ...request, id, personId })
    await queries.invalidateQueries({ queryKey: api.reviewRequests.key() })
    toast('Review request sent')
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Ask for a review"
      form={form}
      onSubmit={ask}
      submitLabel="Send request"
      size="lg"
    >
      <Text size="sm" c="dimmed">
        Everyone is asked once in 90 days at most, and only if they agreed to hear from you.
      </Text>
      <TemplateSelect onUse={template => setValues(template)} />
      <NativeSelect label="Channel" data={choices} {...form.getInputProps('channel')} />
      <ConsentTopic {...form.getInputProps('topic')} />
      <RequestWords value={values} onChange={setValues} hasSubject={values.channel !== 'sms'} errors={errors} />
      <PlacePicker value={values} onChange={setValues} errors={errors} />
    </FormDialog>
  )
}
