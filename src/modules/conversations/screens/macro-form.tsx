import { ActionIcon, Button, Group, Menu, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMembers } from '#clients/widgets/use-members.ts'
import { fieldErrors } from '#ui/field-errors.ts'
import { api, client } from '#web/api.ts'
import { type ActName, actNames, type SnoozeTime, snoozeTimes, snoozeWords } from '../rules/saved.ts'
import classes from './conversations.module.css'
import { apart, SavedFoot } from './snippet-form.tsx'
import { type Macro, useSavedAct, useSnippets } from './use-saved.ts'

type Act = Macro['acts'][number]
const ME = 'me'

const fresh: Record<ActName, Act> = {
  send: { act: 'send', snippetId: '' },
  assign: { act: 'assign', userId: null },
  tag: { act: 'tag', tagId: '' },
  snooze: { act: 'snooze', until: 'tomorrow' },
  close: { act: 'close' },
}

export function MacroForm({ macro, onDone }: { macro: Macro | null; onDone: () => void }) {
  const act = useSavedAct()
  const form = useForm<{ name: string; acts: Act[] }>({
    initialValues: { name: macro?.name ?? '', acts: macro?.acts ?? [] },
  })
  const { acts } = form.values
  const setActs = (next: Act[]) => form.setFieldValue('acts', next)
  const save = async (values: typeof form.values) => {
    const saving = macro
      ? client.macros.update({ id: macro.id, version: macro.version, ...values })
      : client.macros.create(values)
    const refused = await saving.then(
      () => null,
      error => error,
    )
    const errors = refused ? fieldErrors(refused) : {}
    form.setErrors(errors)
    // What belongs to a field is said there.
    if (Object.keys(errors).length > 0) return
    if (await act(() => (refused ? Promise.reject(refused) : Promise.resolve()), 'Saved')) onDone()
  }
  return (
    <form noValidate onSubmit={apart(form.onSubmit(values => void save(values)))}>
      <Stack gap="sm">
        <TextInput label="Name" required {...form.getInputProps('name')} />
        <Acts acts={acts} onChange={setActs} />
        {form.errors.acts ? (
          <Text size="sm" c="red">
            {form.errors.acts}
          </Text>
        ) : null}
        <Group>
          <AddAct onAdd={name => setActs([...acts, fresh[name]])} />
        </Group>
        <SavedFoot
          what={macro && `the macro “${macro.name}”`}
          onDone={onDone}
          onRemove={() => act(() => client.macros.remove({ id: macro!.id }), 'Deleted')}
        />
      </Stack>
    </form>
  )
}

const Acts = ({ acts, onChange }: { acts: Act[]; onChange: (acts: Act[]) => void }) =>
  acts.map((one, i) => (
    <div key={`${i} ${one.act}`} className={classes.act}>
      <Text size="sm" fw={550}>
        {actNames[one.act]}
      </Text>
      <Detail act={one} onChange={next => onChange(acts.with(i, next))} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${actNames[one.act]}`}
        onClick={() => onChange(acts.toSpliced(i, 1))}
      >
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </div>
  ))

const AddAct = ({ onAdd }: { onAdd: (name: ActName) => void }) => (
  <Menu>
    <Menu.Target>
      <Button variant="default" size="xs">
        Add an action
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {(Object.keys(actNames) as ActName[]).map(name => (
        <Menu.Item key={name} onClick={() => onAdd(name)}>
          {actNames[name]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

/** With what, to whom, until when. */
function Detail({ act, onChange }: { act: Act; onChange: (act: Act) => void }) {
  const snippets = useSnippets()
  const { members } = useMembers()
  const tags = useQuery(api.tags.list.queryOptions({ input: {}, enabled: act.act === 'tag' })).data?.items ?? []
  const named = (rows: { id: string; name: string }[]) => rows.map(({ id, name }) => ({ value: id, label: name }))
  const team = members.map(one => ({ value: one.userId, label: one.name || one.email }))
  const choices: Record<Exclude<ActName, 'close'>, Choice> = {
    send: { label: 'Saved reply', data: named(snippets), make: value => ({ act: 'send', snippetId: value }) },
    assign: {
      label: 'Member',
      data: [{ value: ME, label: 'The person who runs it' }, ...team],
      make: value => ({ act: 'assign', userId: value === ME ? null : value }),
    },
    tag: { label: 'Tag', data: named(tags), make: value => ({ act: 'tag', tagId: value }) },
    snooze: {
      label: 'Until',
      data: snoozeTimes.map(value => ({ value, label: snoozeWords[value] })),
      make: value => ({ act: 'snooze', until: value as SnoozeTime }),
    },
  }
  if (act.act === 'close') return <span />
  const { label, data, make } = choices[act.act]
  return (
    <Select
      searchable
      allowDeselect={false}
      size="sm"
      aria-label={label}
      placeholder={`Choose: ${label.toLowerCase()}`}
      data={data}
      value={chosen(act)}
      onChange={value => value && onChange(make(value))}
    />
  )
}

interface Choice {
  label: string
  data: { value: string; label: string }[]
  make: (value: string) => Act
}

function chosen(act: Act): string | null {
  if (act.act === 'send') return act.snippetId || null
  if (act.act === 'assign') return act.userId ?? ME
  if (act.act === 'tag') return act.tagId || null
  return act.act === 'snooze' ? act.until : null
}
