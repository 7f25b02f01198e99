import {
  Anchor,
  Button,
  Fieldset,
  NativeSelect,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { type Asking, asking, askingWords, MOST_DOMAINS } from '../church-chat/rules.ts'
import classes from './church-chat.module.css'
import type { ChatData } from './church-chat.tsx'

const valuesOf = ({ enabled, welcome, hours, ask, privacy, domains }: ChatData) => ({
  enabled,
  welcome,
  hours,
  ask: ask as Asking,
  privacy,
  domains,
})
type Values = ReturnType<typeof valuesOf>
type Form = UseFormReturnType<Values>

/** Whether there is a chat, what it says, and whose pages may show it. */
export function ChurchChatForm({ settings, mayChange }: { settings: ChatData; mayChange: boolean }) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: valuesOf(settings) })
  const { problem, busy, save } = useSaving(form)
  const submit = (values: Values) =>
    save(async () => {
      const saved = await client.churchChat.change({ ...values, version: settings.version })
      form.setInitialValues(valuesOf(saved))
      form.reset()
      await queries.invalidateQueries({ queryKey: api.churchChat.key() })
      toast('Saved')
    })
  return (
    <Panel title="Settings">
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Fieldset variant="unstyled" m={0} disabled={!mayChange}>
          <Stack>
            <Problem error={problem} />
            <Switch
              label="Chat is on"
              description="When the chat is off, the button disappears from your website within minutes."
              {...form.getInputProps('enabled', { type: 'checkbox' })}
            />
            <Words form={form} suggested={settings.suggestedHours} />
            <Sites form={form} />
            {mayChange ? (
              <Button type="submit" loading={busy} disabled={!form.isDirty()} className={classes.start}>
                Save
              </Button>
            ) : (
              <Text size="sm" c="dimmed">
                An owner or admin can change this.
              </Text>
            )}
          </Stack>
        </Fieldset>
      </form>
    </Panel>
  )
}

const Words = ({ form, suggested }: { form: Form; suggested: string }) => (
  <>
    <Textarea label="Welcome" autosize minRows={2} maxLength={300} {...form.getInputProps('welcome')} />
    <div>
      <TextInput
        label="When you answer"
        description="Shown at the top of the chat and in the automatic reply."
        placeholder="We answer Tue–Fri 9:00–17:00"
        maxLength={120}
        {...form.getInputProps('hours')}
      />
      {suggested && form.values.hours !== suggested ? (
        <Anchor component="button" type="button" size="sm" onClick={() => form.setFieldValue('hours', suggested)}>
          Use your office hours: {suggested}
        </Anchor>
      ) : null}
    </div>
    <NativeSelect
      label="Ask before the first message"
      description="Always optional. When you are offline, the chat asks for an email address so that you can reply later."
      data={asking.map(value => ({ value, label: askingWords[value] }))}
      {...form.getInputProps('ask')}
    />
    <Textarea
      label="Privacy notice"
      description="Shown in the chat before the first message."
      autosize
      minRows={2}
      maxLength={500}
      {...form.getInputProps('privacy')}
    />
  </>
)

const Sites = ({ form }: { form: Form }) => {
  // A site that is none is named by its place in the list.
  const wrong = Object.entries(form.errors).find(([field]) => field.startsWith('domains'))?.[1]
  return (
    <TagsInput
      label="Your websites"
      description="Only these websites can show the chat, with or without www. Press Enter after each one."
      placeholder={form.values.domains.length === 0 ? 'www.yourchurch.org' : undefined}
      maxTags={MOST_DOMAINS}
      splitChars={[',', ' ', ';']}
      acceptValueOnBlur
      {...form.getInputProps('domains')}
      onChange={value => {
        form.clearErrors()
        form.setFieldValue('domains', value)
      }}
      error={wrong}
    />
  )
}
