import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'

/** Whose card it is: its address comes from the name. Opened by ?new=1. */
export function NewCard() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const made = useRef<string>(null)
  const form = useForm({ initialValues: { firstName: '', lastName: '', title: '' } })
  return (
    <FormDialog
      opened={params.get('new') !== null}
      onClose={() => (made.current ? void navigate(`/qr-codes/cards/${made.current}`) : change({ new: null }))}
      title="New business card"
      form={form}
      submitLabel="Create card"
      onSubmit={async values => {
        made.current = (await client.businessCards.create(values)).id
        void queries.invalidateQueries({ queryKey: api.businessCards.key() })
      }}
    >
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label="First name" maxLength={80} data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label="Last name" maxLength={80} {...form.getInputProps('lastName')} />
      </SimpleGrid>
      <TextInput label="Title" maxLength={120} {...form.getInputProps('title')} />
      <Text size="sm" c="dimmed">
        Without a name, it is the card of your church.
      </Text>
    </FormDialog>
  )
}
