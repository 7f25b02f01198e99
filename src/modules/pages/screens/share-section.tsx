import { Autocomplete, Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newId } from '#ui/new-id.ts'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { type Block, beginnings } from '../rules/blocks.ts'
import { withNewIds } from '../rules/copying.ts'
import type { useBlocks } from './use-blocks.ts'

type Blocks = ReturnType<typeof useBlocks>

/** Puts the selected element on several pages: under a new name, or over a section that exists. */
export function ShareSection({ blocks }: { blocks: Blocks }) {
  const [opened, setOpened] = useState(false)
  const { selected } = blocks
  if (!selected) return null
  if (selected.type === 'section') return <EditSection blocks={blocks} />
  return (
    <>
      <Button variant="default" size="xs" mt="sm" fullWidth onClick={() => setOpened(true)}>
        Use on several pages
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Use on several pages">
        <NameSection blocks={blocks} block={selected} onDone={() => setOpened(false)} />
      </Modal>
    </>
  )
}

function NameSection({ blocks, block, onDone }: { blocks: Blocks; block: Block; onDone: () => void }) {
  const queries = useQueryClient()
  const { data } = useQuery(api.pageSections.list.queryOptions({ input: {} }))
  const [name, setName] = useState('')
  const known = data?.items.find(one => one.name.toLowerCase() === name.trim().toLowerCase())
  async function save() {
    try {
      const content = [block] as never
      const kept = known
        ? await client.pageSections.update({ id: known.id, version: known.version, content })
        : await client.pageSections.create({ name, content })
      await queries.invalidateQueries({ queryKey: api.pageSections.key() })
      blocks.swap({ type: 'section', props: { ...beginnings.section, id: `section-${newId()}`, sectionId: kept.id } })
      toast(
        known ? 'Changed on every page that shows it' : 'Saved. Add it to other pages under Blocks, Shared section.',
      )
      onDone()
    } catch (error) {
      toastError(error, 'Not saved')
    }
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          Change it once, and it changes everywhere, without publishing each page. To share several elements, put them
          into Columns first.
        </Text>
        <Autocomplete
          label="Name"
          required
          maxLength={120}
          data-autofocus
          data={(data?.items ?? []).map(one => one.name)}
          value={name}
          onChange={setName}
        />
        <Button type="submit" disabled={!name.trim()}>
          {known ? `Replace ${known.name}` : 'Save'}
        </Button>
      </Stack>
    </form>
  )
}

/** Its elements as a copy on this page: change them, and save them over the section. */
function EditSection({ blocks }: { blocks: Blocks }) {
  const { data } = useQuery(api.pageSections.list.queryOptions({ input: {} }))
  const { selected, swap } = blocks
  const section = data?.items.find(one => selected?.type === 'section' && one.id === selected.props.sectionId)
  const [first] = (section?.content ?? []) as Block[]
  if (!section || !first) return null
  return (
    <>
      <Button variant="default" size="xs" mt="sm" fullWidth onClick={() => swap(withNewIds(first, newId))}>
        Edit {section.name}
      </Button>
      <Text size="xs" c="dimmed" mt={4}>
        Then press “Use on several pages” and choose the same name.
      </Text>
    </>
  )
}
