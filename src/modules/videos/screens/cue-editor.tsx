import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { cueTime, cueTimeText } from '../captions/rules.ts'
import classes from './videos.module.css'

type Track = Awaited<ReturnType<typeof client.videoCaptions.get>>

export function CueEditor({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(
    api.videoCaptions.get.queryOptions({ input: { id }, gcTime: 0, refetchOnWindowFocus: false }),
  )
  if (error) return <ErrorPanel error={error} what="these captions" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} height={56} />
  return <Cues track={data} onClose={onClose} />
}

interface Line {
  key: string
  start: string
  end: string
  text: string
}
let lines = 0
const lineOf = (startMs: number, endMs: number, text: string): Line => ({
  key: String(++lines),
  start: cueTimeText(startMs),
  end: cueTimeText(endMs),
  text,
})

/** What is wrong with each line, by its field. */
function problemsOf(cues: readonly Line[]): Record<string, string> {
  const wrong: Record<string, string> = {}
  cues.forEach(({ start, end, text }, at) => {
    const [from, to] = [cueTime(start), cueTime(end)]
    if (from === undefined) wrong[`cues.${at}.start`] = 'Enter a time such as 0:12.5'
    if (to === undefined || (from !== undefined && to <= from)) wrong[`cues.${at}.end`] = 'Enter a time after the start'
    if (text.trim() === '') wrong[`cues.${at}.text`] = 'Enter the words, or remove this line'
  })
  return wrong
}

/** Words and times, line by line. */
function Cues({ track, onClose }: { track: Track; onClose: () => void }) {
  const mayWrite = useMay('content.write')
  const form = useForm({
    initialValues: { cues: track.cues.map(({ startMs, endMs, text }) => lineOf(startMs, endMs, text)) },
  })
  const { run, busy, problem } = useMutate({ keys: [api.videoCaptions.key(), api.videos.key()], form })
  const submit = form.onSubmit(async ({ cues }) => {
    const wrong = problemsOf(cues)
    form.setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    await run(async () => {
      const said = cues.map(({ start, end, text }) => ({ startMs: cueTime(start)!, endMs: cueTime(end)!, text }))
      await client.videoCaptions.update({ id: track.id, version: track.version, cues: said })
      toast('Captions saved')
      onClose()
    })
  })
  const add = () => {
    const last = cueTime(form.values.cues.at(-1)?.end ?? '') ?? 0
    form.insertListItem('cues', lineOf(last, last + 3_000, ''))
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw={820}>
        <Problem error={problem} />
        <Lines form={form} disabled={!mayWrite} />
        <Group>
          {mayWrite ? (
            <>
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
                Add line
              </Button>
              <Button type="submit" loading={busy} disabled={!form.isDirty()}>
                Save captions
              </Button>
            </>
          ) : null}
          <Button variant="subtle" onClick={onClose}>
            Back
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Form = ReturnType<typeof useForm<{ cues: Line[] }>>

function Lines({ form, disabled }: { form: Form; disabled: boolean }) {
  const { cues } = form.values
  if (cues.length === 0) return <Text c="dimmed">No lines are left. Add one, or delete the captions.</Text>
  return (
    <fieldset disabled={disabled} className={classes.cues} aria-label="Captions">
      {cues.map(({ key }, at) => (
        <div key={key} className={classes.cue}>
          <TextInput aria-label={`Start of line ${at + 1}`} {...form.getInputProps(`cues.${at}.start`)} />
          <TextInput aria-label={`End of line ${at + 1}`} {...form.getInputProps(`cues.${at}.end`)} />
          <Textarea
            aria-label={`Words of line ${at + 1}`}
            autosize
            minRows={1}
            {...form.getInputProps(`cues.${at}.text`)}
          />
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={`Remove line ${at + 1}`}
            onClick={() => form.removeListItem('cues', at)}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
    </fieldset>
  )
}
