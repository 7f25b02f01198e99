import { Checkbox, type CheckboxGroupProps, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { labelOf, type Scope, scopes } from '../rules/keys.ts'

interface NewApiKeyProps {
  onClose: () => void
  onMade: (key: string) => void
}

export function NewApiKey({ onClose, onMade }: NewApiKeyProps) {
  const form = useForm({
    initialValues: { name: '', scopes: [] as string[], expiresOn: '' },
    validate: {
      name: value => (value.trim() ? null : 'Name is required'),
      scopes: value => (value.length > 0 ? null : 'Please choose at least one scope'),
    },
  })
  const save = async ({ name, scopes: chosen, expiresOn }: typeof form.values) => {
    const expiresAt = expiresOn ? new Date(`${expiresOn}T23:59:59`) : null
    const { key } = await client.apiKeys.create({ name, scopes: chosen as Scope[], expiresAt })
    onMade(key)
  }
  return (
    <FormDrawer opened onClose={onClose} title="Create an API key" form={form} onSubmit={save} submitLabel="Create key">
      <TextInput
        label="Name"
        description="The program that will use it"
        placeholder="Church website"
        required
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Expires on"
        description="Leave it empty for a key that works until you revoke it"
        type="date"
        {...form.getInputProps('expiresOn')}
      />
      <ScopeChoice {...form.getInputProps('scopes')} />
    </FormDrawer>
  )
}

/** The scopes that the member may give: those that they have themselves. */
function ScopeChoice(props: Partial<CheckboxGroupProps>) {
  const { may } = useMe()
  return (
    <Checkbox.Group
      label="Scopes"
      description="What the program can do. Choose as few as it needs."
      required
      {...props}
    >
      <Stack gap="xs" mt="xs">
        {scopes
          .filter(scope => may(scope))
          .map(scope => (
            <Checkbox key={scope} value={scope} label={labelOf(scope)} description={scope} />
          ))}
      </Stack>
    </Checkbox.Group>
  )
}
