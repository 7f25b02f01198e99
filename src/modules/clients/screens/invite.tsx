import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { mayGrant, type Role, roles } from '#kernel/permissions.ts'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { statusLabel } from '#ui/status-badge.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'

const meaning: Record<Role, string> = {
  owner: 'Everything, including the account itself.',
  admin: 'Everything except giving and pastoral notes.',
  staff: 'People, leads, messages, pages and the calendar.',
  pastor: 'Like staff, with pastoral notes.',
  finance: 'Giving, payments and reports. Can see people.',
  volunteer: 'Only the people, leads and tasks assigned to them.',
  viewer: 'Can see everything but change nothing.',
}

export function Invite({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { account } = useMe()
  const queries = useQueryClient()
  const form = useForm({
    initialValues: { email: '', role: 'staff' as Role },
    validate: {
      email: value =>
        !value.trim()
          ? 'Email is required'
          : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
            ? null
            : 'Email is invalid',
    },
  })
  async function send(values: { email: string; role: Role }) {
    const { email } = await client.invitations.create(values)
    await queries.invalidateQueries({ queryKey: api.invitations.key() })
    toast(`Invitation sent to ${email}`)
  }
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title="Invite a colleague"
      form={form}
      onSubmit={send}
      submitLabel="Send invitation"
      fields={{ ALREADY_MEMBER: { field: 'email' } }}
    >
      <TextInput label="Email" type="email" required data-autofocus maxLength={254} {...form.getInputProps('email')} />
      <NativeSelect
        label="Role"
        data={roles
          .filter(role => mayGrant(account.role, role))
          .toReversed()
          .map(role => ({ value: role, label: statusLabel(role) }))}
        {...form.getInputProps('role')}
      />
      <Text size="sm" c="dimmed">
        {meaning[form.values.role]}
      </Text>
    </FormDrawer>
  )
}
