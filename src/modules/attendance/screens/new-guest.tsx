import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUserPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

/** Someone who is not in People yet: added and checked in at once. */
export function NewGuest({ id }: { id: string }) {
  const queries = useQueryClient()
  const [opened, setOpened] = useState(false)
  // A second try after a failed check-in must not add them twice.
  const added = useRef<string>(null)
  const form = useForm({ initialValues: { firstName: '', lastName: '' } })
  const mayAdd = [useMay('people.write'), useMay('calendar.write')].every(Boolean)
  function close() {
    setOpened(false)
    form.reset()
    added.current = null
  }
  async function save(values: typeof form.values) {
    added.current ??= (await client.people.create(values)).id
    await client.attendance.checkIn({ id, personIds: [added.current] })
    toast(`${values.firstName} checked in`)
    for (const queryKey of [api.attendance.people.key(), api.attendance.get.key(), api.people.key()])
      await queries.invalidateQueries({ queryKey })
  }
  if (!mayAdd) return null
  return (
    <>
      <Button variant="default" leftSection={<IconUserPlus size={16} stroke={1.75} />} onClick={() => setOpened(true)}>
        New guest
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title="New guest"
        form={form}
        onSubmit={save}
        submitLabel="Add and check in"
      >
        <TextInput label="First name" required data-autofocus maxLength={100} {...form.getInputProps('firstName')} />
        <TextInput label="Last name" maxLength={100} {...form.getInputProps('lastName')} />
      </FormDialog>
    </>
  )
}
