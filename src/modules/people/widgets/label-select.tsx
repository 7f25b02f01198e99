import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'

interface LabelSelectProps extends Omit<TagsInputProps, 'data' | 'value' | 'onChange'> {
  kind: 'tags' | 'groups'
  value?: string[]
  onChange?: (ids: string[]) => void
}

/** Tags or groups by name; a new name makes one. The value is their ids. */
export function LabelSelect({ kind, value = [], onChange, ...rest }: LabelSelectProps) {
  const queries = useQueryClient()
  const tags = useQuery(api.tags.list.queryOptions({ input: {}, enabled: kind === 'tags' }))
  const groups = useQuery(api.groups.list.queryOptions({ input: {}, enabled: kind === 'groups' }))
  const all: { id: string; name: string }[] = (kind === 'tags' ? tags.data?.items : groups.data?.items) ?? []
  const nameOf = (id: string) => all.find(label => label.id === id)?.name
  const idOf = (name: string) => all.find(label => label.name.toLowerCase() === name.toLowerCase())?.id

  async function change(names: string[]) {
    const fresh = names.filter(name => !idOf(name))
    try {
      const made = await Promise.all(
        fresh.map(name => (kind === 'tags' ? client.tags.create({ name }) : client.groups.create({ name }))),
      )
      if (made.length > 0) await queries.invalidateQueries({ queryKey: api[kind].key() })
      onChange?.(
        names
          .map(name => idOf(name) ?? made.find(one => one.name.toLowerCase() === name.toLowerCase())?.id)
          .filter(id => id !== undefined),
      )
    } catch (error) {
      toastError(error, `The new ${kind === 'tags' ? 'tag' : 'group'} was not created`)
    }
  }
  return (
    <TagsInput
      {...rest}
      data={all.map(label => label.name)}
      value={value.map(nameOf).filter(name => name !== undefined)}
      onChange={names => void change(names)}
      maxLength={80}
      acceptValueOnBlur={false}
      clearable
    />
  )
}
