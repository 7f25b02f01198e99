import { Button, Group, Image, NativeSelect, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useAct } from '#ui/use-act.ts'
import { PictureFile } from '#videos/widgets/picture-file.tsx'
import { fetchFile } from '#web/api.ts'
import { type CourseSettings, commentNames, commentRules, openDrip } from '../rules/outline.ts'
import type { CourseDraft, OutlineChanges } from './use-course-draft.ts'

interface SettingsProps {
  draft: CourseDraft
  changes: OutlineChanges
  disabled: boolean
}

/** What holds for the whole course. */
export function CourseSettingsFields({ draft, changes, disabled }: SettingsProps) {
  const { words, change, errors } = draft
  const { settings } = words
  const set = (more: Partial<CourseSettings>) => change({ settings: { ...settings, ...more } })
  return (
    <fieldset disabled={disabled} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
      <Stack maw={640}>
        <TextInput
          label="Title"
          value={words.title}
          error={errors.title}
          onChange={event => change({ title: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          autosize
          minRows={3}
          value={words.description}
          error={errors.description}
          onChange={event => change({ description: event.currentTarget.value })}
        />
        <Thumbnail draft={draft} />
        <NativeSelect
          label="Comments under lessons"
          data={commentRules.map(value => ({ value, label: commentNames[value] }))}
          value={settings.comments}
          onChange={event => set({ comments: event.currentTarget.value as CourseSettings['comments'] })}
        />
        <NumberInput
          label="Inactive after (days)"
          description="Learners without any activity for so long can be reminded by an automation."
          min={1}
          max={365}
          allowDecimal={false}
          value={settings.inactiveDays}
          onChange={value => set({ inactiveDays: Number(value) || 1 })}
        />
        <Certificate settings={settings} set={set} />
        <Group>
          <Button variant="default" size="xs" onClick={() => changes.dripAll({ ...openDrip(), rule: 'sequential' })}>
            Make all lessons sequential
          </Button>
          <Button variant="default" size="xs" onClick={() => changes.dripAll(openDrip())}>
            Open all lessons at once
          </Button>
        </Group>
      </Stack>
    </fieldset>
  )
}

function Certificate({ settings, set }: { settings: CourseSettings; set: (more: Partial<CourseSettings>) => void }) {
  return (
    <>
      <Switch
        label="Certificate of completion"
        description="Issued once every required lesson is completed. Anyone can check it by the address printed on it."
        checked={settings.hasCertificate}
        onChange={event => set({ hasCertificate: event.currentTarget.checked })}
      />
      {settings.hasCertificate ? (
        <>
          <Textarea
            label="Text on the certificate"
            autosize
            minRows={2}
            maxLength={500}
            value={settings.certificateText}
            onChange={event => set({ certificateText: event.currentTarget.value })}
          />
          <NumberInput
            label="Valid for (months)"
            description="Leave empty for no end. A course whose certificate expires is a training: people are reminded 30 and 7 days before, and enrolled again."
            min={1}
            max={120}
            allowDecimal={false}
            value={settings.validMonths ?? ''}
            onChange={value => set({ validMonths: value === '' ? null : Number(value) })}
          />
        </>
      ) : null}
    </>
  )
}

function Thumbnail({ draft }: { draft: CourseDraft }) {
  const act = useAct()
  const { pictureId } = draft.words
  const upload = (file: File) =>
    act(
      async () => {
        const path = `/storage/v1/uploads?purpose=picture&name=${encodeURIComponent(file.name)}`
        const { id } = await (await fetchFile(path, { method: 'POST', body: file })).json()
        draft.change({ pictureId: id })
      },
      undefined,
      'The picture was not uploaded',
    )
  return (
    <Group align="end">
      {pictureId ? (
        <Image src={`/storage/v1/pictures/${pictureId}`} alt="Thumbnail" w={160} h={90} radius="md" />
      ) : null}
      <PictureFile label={pictureId ? 'Replace thumbnail' : 'Upload thumbnail'} onChoose={file => void upload(file)} />
      {pictureId ? (
        <Button size="xs" variant="subtle" onClick={() => draft.change({ pictureId: null })}>
          Remove
        </Button>
      ) : null}
    </Group>
  )
}
