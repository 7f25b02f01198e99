import { Alert, Button, Group, Select, Text, Textarea, TextInput } from '@mantine/core'
import { IconMessage, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { bookingLink } from '#messaging/rules/booking-link.ts'
import { fillTags, lookUps, type TagValues } from '#messaging/rules/merge-tags.ts'
import { measure } from '#messaging/rules/segments.ts'
import { wordsOf } from '#people/fields/rules/answer.ts'
import { PersonField } from '#people/widgets/person-field.tsx'
import { useFormat } from '#ui/format.tsx'
import { api, client } from '#web/api.ts'
import { useMay, useMe } from '#web/me.tsx'
import { Card } from './card.tsx'
import { FromSelect } from './from-select.tsx'
import classes from './twilio.module.css'
import { useText } from './use-text.ts'

/** One text to one person, past the gate. */
export function TextCard() {
  const { draft, write, busy, night, errors, send } = useText()
  return (
    <Card title="Send SMS" icon={<IconMessage size={20} stroke={1.75} />} onSubmit={() => void send('asked')}>
      <Whom draft={draft} write={write} error={errors.to} />
      <Template person={draft.person} onUse={body => write({ body })} />
      <Textarea
        label="Message"
        autosize
        minRows={3}
        maxRows={8}
        maxLength={1_600}
        value={draft.body}
        error={errors.body}
        onChange={event => write({ body: event.currentTarget.value })}
      />
      <FromSelect can="sms" value={draft.from} error={errors.from} onChange={from => write({ from })} />
      {night ? (
        <Alert color="yellow" p="xs" title="It may be night there">
          <Group gap="xs">
            <Button size="compact-sm" loading={busy} onClick={() => void send('morning')}>
              Send at 8:00 AM their time
            </Button>
            <Button size="compact-sm" variant="default" loading={busy} onClick={() => void send('now')}>
              Send now anyway
            </Button>
          </Group>
        </Alert>
      ) : null}
      <div className={classes.line}>
        <Counter text={draft.body} />
        <Button
          type="submit"
          variant="light"
          className={classes.push}
          loading={busy}
          disabled={!draft.body.trim()}
          leftSection={<IconSend size={16} stroke={1.75} />}
        >
          Send SMS
        </Button>
      </div>
    </Card>
  )
}

type Part = Pick<ReturnType<typeof useText>, 'draft' | 'write'> & { error?: string }

/** Someone whom we know, or any number. */
function Whom({ draft: { person, to }, write, error }: Part) {
  const mayFind = useMay('people.read')
  return (
    <>
      {person ? (
        <Text size="sm" fw={500}>
          To
        </Text>
      ) : (
        <TextInput
          type="tel"
          label="To"
          placeholder="(512) 555-0143"
          value={to}
          error={error}
          onChange={event => write({ to: event.currentTarget.value })}
        />
      )}
      {person || mayFind ? (
        <PersonField
          label="Or choose a person"
          value={person}
          error={person ? error : undefined}
          onChange={chosen => write({ person: chosen })}
        />
      ) : null}
    </>
  )
}

/** What the church knows of someone in its own fields, as a message says it. */
async function factsOf(id: string, locale: string): Promise<TagValues> {
  const [{ items }, { custom }] = await Promise.all([client.personFields.list({}), client.people.get({ id })])
  return Object.fromEntries(
    items
      .filter(({ isPrivate }) => !isPrivate)
      .map(field => [`custom.${field.key}`, wordsOf(field, custom[field.id], locale)]),
  )
}

/** Words of SMS Marketing's templates, with what is known of the person in the place of their tags. */
function Template({ person, onUse }: { person: { id: string; name: string } | null; onUse: (body: string) => void }) {
  const name = person?.name ?? ''
  const { account } = useMe()
  const { locale } = useFormat()
  const mayRead = useMay('messaging.write')
  const { data } = useQuery({ ...api.smsTemplates.list.queryOptions({ input: {} }), enabled: mayRead })
  if (!data || data.items.length === 0) return null
  const values = {
    name,
    firstName: name.split(' ')[0] ?? '',
    businessName: account.name,
    bookingLink: bookingLink(window.location.origin, account.slug),
  }
  const use = async (body: string) => {
    const own = person && lookUps(body).length > 0 ? await factsOf(person.id, locale).catch(() => ({})) : {}
    onUse(fillTags(body, { ...values, ...own }).text)
  }
  return (
    <Select
      label="Template"
      placeholder="Start from a template"
      searchable
      value={null}
      data={data.items.map(one => ({ value: one.id, label: one.name }))}
      onChange={id => {
        const chosen = data.items.find(one => one.id === id)
        if (chosen) void use(chosen.body)
      }}
    />
  )
}

/** How it travels, and in how many pieces. */
function Counter({ text }: { text: string }) {
  if (!text) return null
  const { units, encoding, segments } = measure(text)
  return (
    <Text size="xs" c="dimmed" data-figures>
      {units}/{encoding === 'GSM-7' ? 160 : 70} · {encoding} · {segments === 1 ? '1 segment' : `${segments} segments`}
    </Text>
  )
}
