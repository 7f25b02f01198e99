import { Menu, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconBroadcast, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { FormDialog } from '#ui/form-dialog.tsx'
import { MoreActions } from '#ui/page-header.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import type { Library } from '../libraries/contract.ts'
import { type Visibility, visibilities, visibilityNames } from '../rules/options.ts'

interface LibraryFormProps {
  /** absent: a new one */
  library?: Library
  opened: boolean
  onClose: () => void
  onSaved?: (id: string) => void
}

const keys = [api.videoLibraries.key(), api.videos.key()]

export function LibraryForm({ library, opened, onClose, onSaved }: LibraryFormProps) {
  const form = useForm({
    initialValues: {
      name: library?.name ?? '',
      description: library?.description ?? '',
      visibility: library?.visibility ?? ('unlisted' as Visibility),
    },
  })
  const { run } = useMutate({ keys })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={library ? 'Edit library' : 'New library'}
      submitLabel={library ? 'Save' : 'Create library'}
      form={form}
      schema={() => import('../libraries/contract.ts').then(file => file.NewLibrary)}
      onSubmit={async values => {
        const saved = library
          ? await client.videoLibraries.update({ id: library.id, version: library.version, ...values })
          : await client.videoLibraries.create(values)
        await run(async () => {})
        onSaved?.(saved.id)
      }}
    >
      <TextInput label="Name" maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Description" autosize minRows={2} maxLength={2_000} {...form.getInputProps('description')} />
      <Select
        label="Visibility of new videos"
        description="You can choose another one for each video."
        allowDeselect={false}
        data={visibilities.map(value => ({ value, label: visibilityNames[value] }))}
        {...form.getInputProps('visibility')}
      />
    </FormDialog>
  )
}

/** What can be done with the chosen library. */
export function LibraryMenu({ library, others }: { library: Library; others: Library[] }) {
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null)
  return (
    <>
      <MoreActions>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => setAsked('edit')}>
          Edit library
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={`/podcasts/${library.id}`}
          leftSection={<IconBroadcast size={16} stroke={1.75} />}
        >
          Podcast
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setAsked('delete')}>
          Delete library
        </Menu.Item>
      </MoreActions>
      <LibraryForm key={library.version} library={library} opened={asked === 'edit'} onClose={() => setAsked(null)} />
      <DeleteLibrary library={library} others={others} opened={asked === 'delete'} onClose={() => setAsked(null)} />
    </>
  )
}

interface DeleteProps {
  library: Library
  others: Library[]
  opened: boolean
  onClose: () => void
}
function DeleteLibrary({ library, others, opened, onClose }: DeleteProps) {
  const form = useForm<{ moveTo: string | null }>({ initialValues: { moveTo: null } })
  const change = useSearchChange()
  const { run } = useMutate({ keys })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${library.name}?`}
      submitLabel="Delete library"
      form={form}
      onSubmit={async ({ moveTo }) => {
        await client.videoLibraries.remove({ id: library.id, ...(moveTo && { moveTo }) })
        change({ library: null })
        await run(async () => {}, { done: 'Library deleted' })
      }}
    >
      <Select
        label="Move its videos to"
        description="Videos are never deleted with their library."
        placeholder={library.videoCount === 0 ? 'It has no videos' : 'Choose a library'}
        clearable
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('moveTo')}
      />
    </FormDialog>
  )
}
