import { ActionIcon, Anchor, Button, Group, SimpleGrid, Text, TextInput, Tooltip } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { fieldErrors } from '#ui/field-errors.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { PeopleTabs } from '../widgets/people-tabs.tsx'
import classes from './person.module.css'

export const meta = () => titled('Tags and groups')

interface Label {
  id: string
  name: string
  people: number
  version: number
  description?: string
}
interface Kind {
  one: 'tag' | 'group'
  create: (name: string) => Promise<unknown>
  rename: (label: Label, name: string) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
}
const tags: Kind = {
  one: 'tag',
  create: name => client.tags.create({ name }),
  rename: ({ id, version }, name) => client.tags.update({ id, name, version }),
  remove: id => client.tags.remove({ id }),
}
const groups: Kind = {
  one: 'group',
  create: name => client.groups.create({ name }),
  rename: ({ id, version, description = '' }, name) => client.groups.update({ id, name, description, version }),
  remove: id => client.groups.remove({ id }),
}

export default function Labels() {
  const allTags = useQuery(api.tags.list.queryOptions({ input: {}, meta: { live: ['people'] } }))
  const allGroups = useQuery(api.groups.list.queryOptions({ input: {}, meta: { live: ['people'] } }))
  return (
    <>
      <PeopleTabs />
      <PageHeader
        title="Tags and groups"
        purpose="Tags describe people. Groups are lists of people, such as the choir."
      />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <LabelPanel
          title="Tags"
          kind={tags}
          labels={allTags.data?.items}
          error={allTags.error}
          retry={() => void allTags.refetch()}
        />
        <LabelPanel
          title="Groups"
          kind={groups}
          labels={allGroups.data?.items}
          error={allGroups.error}
          retry={() => void allGroups.refetch()}
        />
      </SimpleGrid>
    </>
  )
}

interface LabelPanelProps {
  title: string
  kind: Kind
  labels: Label[] | undefined
  error: unknown
  retry: () => void
}

function LabelPanel({ title, kind, labels, error, retry }: LabelPanelProps) {
  const mayWrite = useMay('people.write')
  return (
    <Panel title={title}>
      {error ? (
        <ErrorPanel error={error} what={title.toLowerCase()} onRetry={retry} />
      ) : !labels ? (
        <SkeletonRows rows={4} />
      ) : (
        <>
          <ul className={classes.list}>
            {labels.map(label => (
              <LabelRow key={label.id} label={label} kind={kind} mayWrite={mayWrite} />
            ))}
          </ul>
          {labels.length === 0 ? <Text c="dimmed">None yet.</Text> : null}
          {mayWrite ? <NewLabel kind={kind} /> : null}
        </>
      )}
    </Panel>
  )
}

function useRefresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [api.tags.key(), api.groups.key(), api.people.key()].map(queryKey => queries.invalidateQueries({ queryKey })),
    )
}

interface LabelRowProps {
  label: Label
  kind: Kind
  mayWrite: boolean
}

function LabelRow({ label, kind, mayWrite }: LabelRowProps) {
  const refresh = useRefresh()
  const [renaming, setRenaming] = useState(false)
  async function run(work: () => Promise<unknown>, done: string) {
    try {
      await work()
      toast(done)
      setRenaming(false)
    } catch (error) {
      toastError(error, 'Not changed')
    } finally {
      await refresh()
    }
  }
  async function remove() {
    const title = `Delete the ${kind.one} ${label.name}?`
    const text = `${label.people} ${label.people === 1 ? 'person will lose' : 'people will lose'} it. The people themselves stay.`
    const agreed = await confirm({ title, text, confirm: 'Delete', danger: true })
    if (agreed) await run(() => kind.remove(label.id), `${label.name} deleted`)
  }
  return (
    <li className={classes.row}>
      {renaming ? (
        <Rename
          name={label.name}
          onSave={name => void run(() => kind.rename(label, name), 'Saved')}
          onCancel={() => setRenaming(false)}
        />
      ) : (
        <>
          <LabelName label={label} kind={kind} />
          {mayWrite ? (
            <LabelButtons name={label.name} onRename={() => setRenaming(true)} onDelete={() => void remove()} />
          ) : null}
        </>
      )}
    </li>
  )
}

interface RenameProps {
  name: string
  onSave: (name: string) => void
  onCancel: () => void
}

function Rename({ name, onSave, onCancel }: RenameProps) {
  const [typed, setTyped] = useState(name)
  return (
    <>
      <TextInput
        className={classes.grow}
        aria-label="Name"
        value={typed}
        maxLength={80}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <Button size="xs" disabled={!typed.trim()} onClick={() => onSave(typed)}>
        Save
      </Button>
      <Button size="xs" variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </>
  )
}

function LabelName({ label, kind }: { label: Label; kind: Kind }) {
  return (
    <>
      <div className={classes.grow}>
        <Anchor component={Link} to={`/people?${kind.one}=${label.id}`}>
          {label.name}
        </Anchor>
        {label.description ? (
          <Text size="sm" c="dimmed">
            {label.description}
          </Text>
        ) : null}
      </div>
      <Text size="sm" c="dimmed" data-figures>
        {label.people} {label.people === 1 ? 'person' : 'people'}
      </Text>
    </>
  )
}

function LabelButtons({ name, onRename, onDelete }: { name: string; onRename: () => void; onDelete: () => void }) {
  return (
    <Group gap={0} wrap="nowrap">
      <Tooltip label="Rename">
        <ActionIcon aria-label={`Rename ${name}`} onClick={onRename}>
          <IconPencil size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete">
        <ActionIcon aria-label={`Delete ${name}`} onClick={onDelete}>
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

function NewLabel({ kind }: { kind: Kind }) {
  const refresh = useRefresh()
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: value => (value.trim() ? null : 'Name is required') },
  })
  async function save({ name }: { name: string }) {
    try {
      await kind.create(name)
      form.reset()
      await refresh()
    } catch (error) {
      const fields = fieldErrors(error, { NAME_TAKEN: { field: 'name' } })
      if (Object.keys(fields).length > 0) form.setErrors(fields)
      else toastError(error, 'Not saved')
    }
  }
  return (
    <form noValidate onSubmit={form.onSubmit(save)}>
      <Group gap="xs" wrap="nowrap" align="start" mt="sm">
        <TextInput
          className={classes.grow}
          aria-label={`New ${kind.one}`}
          placeholder={`New ${kind.one}`}
          maxLength={80}
          {...form.getInputProps('name')}
        />
        <Button type="submit" variant="default" loading={form.submitting}>
          Add
        </Button>
      </Group>
    </form>
  )
}
