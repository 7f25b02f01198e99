import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { AudiencePicker } from '#people/widgets/audience-picker.tsx'
import { ConsentTopic } from '#people/widgets/consent-topic.tsx'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { newId } from '#ui/new-id.ts'
import { Problem } from '#ui/problem.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { type ChannelChoice, channelChoiceNames, channelChoices, channelsOf } from '../requests/rules/states.ts'
import { STANDARD_CONTENT, STANDARD_SUBJECT } from '../requests/rules/words.ts'
import { PlacePicker } from './place-picker.tsx'
import { RequestWords, TemplateSelect } from './request-words.tsx'

const initialValues = () => ({
  name: '',
  channel: 'sms_else_email' as ChannelChoice,
  topic: 'newsletter',
  audience: { ...emptyAudience, perHousehold: false },
  subject: STANDARD_SUBJECT,
  content: STANDARD_CONTENT,
  sources: [] as string[],
  custom: null as { name: string; url: string } | null,
  followUp: false,
  at: '',
})
type Values = ReturnType<typeof initialValues>

/** Asks many for a review, or makes a code that many scan. */
export function NewReviewCampaign({ onClose }: { onClose: () => void }) {
  const maySend = useMay('messaging.send')
  const mayAsk = useMay('reputation.write')
  if (maySend && mayAsk) return <CampaignForm onClose={onClose} />
  return <Text c="dimmed">Your role can’t send review requests. Ask an administrator of your account.</Text>
}

function CampaignForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [id] = useState(newId)
  const form = useForm({ initialValues: initialValues() })
  const { problem, busy, save } = useSaving(form)
  const { values, errors, setValues } = form
  const isCode = values.channel === 'qr'
  const submit = ({ at, audience, content, ...rest }: Values) =>
    save(async () => {
      const whom = isCode ? { audience: null, content: '' } : { audience, content, ...(at && { at }) }
      await client.reviewCampaigns.create({ id, ...rest, ...whom })
      onClose()
      await navigate(`/reputation?tab=requests&campaign=${id}`)
    })
  return (
    <form noValidate onSubmit={form.onSubmit(given => void submit(given))}>
      <Stack>
        <Problem error={problem} />
        <TextInput
          label="Name"
          description="Only your team sees this."
          placeholder="After Easter"
          maxLength={120}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label="Ask by"
          data={channelChoices.map(value => ({ value, label: channelChoiceNames[value] }))}
          {...form.getInputProps('channel')}
        />
        {isCode ? (
          <Text size="sm" c="dimmed">
            One code for many people: print it, or put it on a slide. Nobody is written to.
          </Text>
        ) : (
          <Whom values={values} errors={errors} onChange={setValues} />
        )}
        <PlacePicker value={values} onChange={setValues} errors={errors} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {isCode ? 'Make code' : values.at ? 'Schedule' : 'Send requests'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface WhomProps {
  values: Values
  errors: Record<string, ReactNode>
  onChange: (changes: Partial<Values>) => void
}

const Whom = ({ values, errors, onChange }: WhomProps) => (
  <>
    <ConsentTopic value={values.topic} onChange={event => onChange({ topic: event.currentTarget.value })} />
    <AudiencePicker
      value={values.audience}
      onChange={audience => onChange({ audience: { ...values.audience, ...audience } })}
      channel={channelsOf(values.channel)[0] ?? 'email'}
      topic={values.topic}
      {...(typeof errors.audience === 'string' && { error: errors.audience })}
    />
    <Preview values={values} />
    <TemplateSelect onUse={onChange} />
    <RequestWords value={values} onChange={onChange} hasSubject={values.channel !== 'sms'} errors={errors} />
    <Checkbox
      label="Ask once more after 3 days"
      description="Only those who haven’t opened the link."
      checked={values.followUp}
      onChange={event => onChange({ followUp: event.currentTarget.checked })}
    />
    <TextInput
      label="Send at"
      description="Leave this empty to send now."
      type="datetime-local"
      value={values.at}
      error={typeof errors.at === 'string' ? errors.at : undefined}
      onChange={event => onChange({ at: event.currentTarget.value })}
    />
  </>
)

/** "142 will be asked, 12 were asked in the last 90 days, 7 without consent" */
function Preview({ values: { audience, channel, topic } }: { values: Values }) {
  const { number } = useFormat()
  const [asked] = useDebouncedValue({ audience, channel, topic }, 300)
  const { segments, tags, groups, people, everybody } = asked.audience
  const { data } = useQuery(
    api.reviewCampaigns.preview.queryOptions({
      input: asked,
      enabled: everybody || segments.length + tags.length + groups.length + people.length > 0,
      placeholderData: keepPreviousData,
      meta: { live: ['people', 'reviews'] },
    }),
  )
  if (!data) return null
  const byChannel = channel === 'sms_else_email' ? ` (${number(data.sms)} by text, ${number(data.email)} by email)` : ''
  return (
    <Text size="sm" fw={550} role="status" data-figures>
      {counted(data.asked, 'people', number)} will be asked{byChannel}
      {data.leftOut.map(({ words, people: n }) => `, ${number(n)} ${words}`)}.
    </Text>
  )
}
