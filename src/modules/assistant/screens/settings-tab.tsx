import { Alert, Anchor, Button, Group, NumberInput, Radio, Select, Slider, Stack, Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { TURNS, WAIT } from '../rules/options.ts'
import { live, useAssistantAct } from '../widgets/use-assistant.ts'
import { Knowledge } from './knowledge.tsx'
import { TestQuestions } from './test-questions.tsx'
import { TryOut } from './try-out.tsx'

type Settings = Awaited<ReturnType<typeof client.assistant.settings>>

/** When it answers, from what, and by which engine. */
export function SettingsTab() {
  const mayManage = useMay('assistant.settings')
  const { data, error, refetch } = useQuery(api.assistant.settings.queryOptions({ input: {}, meta: live }))
  if (error && !data) return <ErrorPanel error={error} what="the settings" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  return (
    <Stack>
      <Panel title="How it answers">
        <Stack>
          <DraftState settings={data} />
          <SettingsForm key={data.version} settings={data} mayManage={mayManage} />
        </Stack>
      </Panel>
      {mayManage ? <TryOut /> : null}
      <Knowledge />
      <TestQuestions mayManage={mayManage} />
      {mayManage && data.enabled ? <SwitchOff /> : null}
    </Stack>
  )
}

/** New settings that wait for the test questions, or did not pass. */
function DraftState({ settings }: { settings: Settings }) {
  const act = useAssistantAct()
  if (settings.draftState === 'checking')
    return (
      <Alert color="blue" variant="light" title="Checking your test questions">
        The new settings go live as soon as every question passes.
      </Alert>
    )
  if (settings.draftState !== 'failed') return null
  return (
    <Alert color="yellow" variant="light" title="The new settings did not go live">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">These test questions did not pass. The settings from before are still in use.</Text>
        {settings.failures.map(({ question, got }) => (
          <Text key={question} size="sm">
            “{question}”: {got}
          </Text>
        ))}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void act(() => client.assistant.discardDraft({}), 'Discarded')}
        >
          Discard the new settings
        </Button>
      </Stack>
    </Alert>
  )
}

function SettingsForm({ settings, mayManage }: { settings: Settings; mayManage: boolean }) {
  const shown = settings.draft ?? settings
  const form = useForm({
    initialValues: {
      threshold: shown.threshold,
      belowThreshold: shown.belowThreshold,
      escalateComplex: shown.escalateComplex,
      doctrine: shown.doctrine,
      maxTurns: shown.maxTurns,
      useModel: shown.useModel,
      autoRespond: settings.autoRespond,
      waitSeconds: settings.waitSeconds,
      askRating: settings.askRating,
    },
  })
  const { save, busy, problem } = useSettingsSaving(form, settings.version)
  const toggle = { type: 'checkbox' } as const
  return (
    <form noValidate onSubmit={form.onSubmit(values => void save(values))}>
      <fieldset disabled={!mayManage} style={{ border: 0, padding: 0, margin: 0 }}>
        <Stack>
          <Problem error={problem} />
          <Switch
            label="Auto-respond"
            description="On: it answers by itself, where an automation says so. Off: it only suggests replies to your team."
            {...form.getInputProps('autoRespond', toggle)}
          />
          <Switch
            label="Escalate complex queries"
            description="Refunds, legal and medical questions, complaints and upset people go to a person. Asking for a person, counseling and safety always do."
            {...form.getInputProps('escalateComplex', toggle)}
          />
          <Threshold form={form} />
          <Engine form={form} model={settings.model} mayManage={mayManage} />
          <Limits form={form} />
          <Switch label="Ask for a rating when a conversation closes" {...form.getInputProps('askRating', toggle)} />
          {mayManage ? (
            <Group>
              <Button type="submit" loading={busy}>
                Save settings
              </Button>
            </Group>
          ) : null}
        </Stack>
      </fieldset>
    </form>
  )
}

function Limits({ form }: { form: Form }) {
  return (
    <>
      <Select
        label="Questions of belief"
        allowDeselect={false}
        maw={420}
        data={[
          { value: 'documents', label: 'Answer from our own documents, or hand over' },
          { value: 'pastor', label: 'Always hand over to a pastor' },
        ]}
        {...form.getInputProps('doctrine')}
      />
      <Group align="flex-start">
        <NumberInput
          label="Answers in one conversation"
          description="Then a person takes over"
          min={1}
          max={TURNS.most}
          {...form.getInputProps('maxTurns')}
        />
        <NumberInput
          label="Wait before answering"
          description="Seconds, for more words to come"
          min={WAIT.least}
          max={WAIT.most}
          {...form.getInputProps('waitSeconds')}
        />
      </Group>
    </>
  )
}

type Form = ReturnType<typeof useForm<Omit<Parameters<typeof client.assistant.saveSettings>[0], 'version'>>>

function useSettingsSaving(form: Form, version: number) {
  const { save: run, busy, problem } = useSaving(form)
  const act = useAssistantAct()
  const save = (values: Form['values']) =>
    run(async () => {
      const saved = await client.assistant.saveSettings({ ...values, version })
      await act(
        async () => undefined,
        saved.draftState === 'checking' ? 'Checking your test questions' : 'Settings saved',
      )
    })
  return { save, busy, problem }
}

function Threshold({ form }: { form: Form }) {
  return (
    <Stack gap={4} maw={520}>
      <Text size="sm" fw={500} id="threshold-label">
        Confidence threshold: {form.values.threshold}%
      </Text>
      <Slider
        min={0}
        max={100}
        thumbLabel="Confidence threshold"
        label={value => `${value}%`}
        marks={[
          { value: 50, label: '50%' },
          { value: 75, label: '75%' },
          { value: 90, label: '90%' },
        ]}
        mb="lg"
        {...form.getInputProps('threshold')}
      />
      <Radio.Group label="Below the threshold" {...form.getInputProps('belowThreshold')}>
        <Group mt={4}>
          <Radio value="handoff" label="Hand over to a person" />
          <Radio value="draft" label="Leave a draft for the team" />
        </Group>
      </Radio.Group>
    </Stack>
  )
}

/** The built-in engine gives the source’s own words; a model may word them, and is checked against them. */
function Engine({ form, model, mayManage }: { form: Form; model: Settings['model']; mayManage: boolean }) {
  return (
    <Radio.Group
      label="Who writes the answers"
      description="A model gets the question and the sources, never confidential conversations. Its answer is sent only if every sentence stands in the sources."
      value={form.values.useModel ? 'model' : 'built-in'}
      onChange={value => form.setFieldValue('useModel', value === 'model')}
    >
      <Stack gap={6} mt={4}>
        <Radio value="built-in" label="Built-in engine: the words of your sources, at no cost" />
        <Radio
          value="model"
          disabled={!model.isReady}
          label={model.isReady ? `AI model: ${model.label}` : 'AI model: none is set up'}
        />
        {mayManage ? (
          <Anchor component={Link} to="/settings?section=ai-models" size="sm" underline="always">
            Choose a provider and model, and test it
          </Anchor>
        ) : null}
      </Stack>
    </Radio.Group>
  )
}

function SwitchOff() {
  const act = useAssistantAct()
  async function off() {
    const text = 'Nothing is answered from now on, at once. Settings and knowledge stay.'
    if (await confirm({ title: 'Switch the assistant off?', text, confirm: 'Switch off', danger: true }))
      await act(() => client.assistant.setEnabled({ enabled: false }), 'The assistant is off')
  }
  return (
    <Group>
      <Button variant="default" onClick={() => void off()}>
        Switch the assistant off
      </Button>
    </Group>
  )
}
