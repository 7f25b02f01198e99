import { Alert, Anchor, Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import classes from './robocall-widgets.module.css'
import { SAMPLE_VALUES, SpeechPreview } from './speech-preview.tsx'
import type { CallDraftState } from './use-call-draft.ts'

/** Which script is read, and what it leaves to be filled in. */
export function MessageStep({ draft }: { draft: CallDraftState }) {
  const { values, errors, change, stored } = draft
  const { data, error, refetch } = useQuery(
    api.voiceScripts.list.queryOptions({ input: { limit: 200 }, meta: { live: ['voice-scripts'] } }),
  )
  const script = data?.items.find(one => one.id === values.scriptId)
  const field = (name: 'event' | 'onDate' | 'atTime', label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      maxLength={name === 'event' ? 120 : 60}
      value={values[name]}
      error={errors[name]}
      onChange={event => change({ [name]: event.currentTarget.value })}
    />
  )
  if (error && !data) return <ErrorPanel error={error} what="the scripts" onRetry={() => void refetch()} />
  return (
    <Stack>
      <Select
        label="Script"
        placeholder={data?.items.length === 0 ? 'No scripts yet' : 'Choose a script'}
        searchable
        clearable
        nothingFoundMessage="No script has this name"
        data={data?.items.map(one => ({ value: one.id, label: one.name })) ?? []}
        value={values.scriptId}
        error={errors.scriptId}
        onChange={scriptId => change({ scriptId })}
      />
      <Text size="sm">
        <Anchor component={Link} to="/robocalls?tab=scripts&script=new">
          New Script
        </Anchor>
      </Text>
      {stored?.isScriptChanged && stored.scriptId === values.scriptId ? <TakeWords draft={draft} /> : null}
      <div className={classes.pair}>
        {field('event', 'Event, for {event}', 'the fall picnic')}
        {field('onDate', 'Date, for {date}', 'Sunday, December 6')}
        {field('atTime', 'Time, for {time}', '10:30 in the morning')}
      </div>
      {script ? (
        <SpeechPreview
          spoken={script}
          language={script.language}
          recordingUrl={script.recordingUrl}
          hasRecording={script.recordingId !== null}
          callerNumber={values.callerNumber}
          values={{ ...SAMPLE_VALUES, event: values.event, date: values.onDate, time: values.atTime }}
        />
      ) : (
        <Text size="sm" c="dimmed">
          Choose a script to read and hear what people are told.
        </Text>
      )}
    </Stack>
  )
}

/** The script was edited after it was chosen: the campaign keeps its words until someone says otherwise. */
function TakeWords({ draft: { stored, take } }: { draft: CallDraftState }) {
  const act = useAct(api.robocalls.key())
  if (!stored) return null
  const { id, version, scriptId } = stored
  return (
    <Alert color="yellow">
      <Stack gap="xs" align="flex-start">
        This script was edited after you chose it. The campaign still uses its earlier words.
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void act(async () => take(await client.robocalls.update({ id, version, scriptId })))}
        >
          Use the current words
        </Button>
      </Stack>
    </Alert>
  )
}
