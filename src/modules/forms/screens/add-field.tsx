import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type Field, type FieldType, field, fieldTypes, keyOf, typeNames } from '../rules/definition.ts'
import { typeIcons } from './type-icons.tsx'

const beginnings: Partial<Record<FieldType, Partial<Field>>> = {
  choice: { options: ['First answer', 'Second answer'] },
  choices: { options: ['First answer', 'Second answer'] },
  payment: { payment: { kind: 'fixed', amount: 2_500, least: null, most: null } },
  family: { help: 'Add your spouse and children.' },
}
const labels: Partial<Record<FieldType, string>> = {
  family: 'Your family',
  consent: 'Yes, send me news by email. I can unsubscribe at any time.',
  section: 'A heading',
  page: 'Next page',
  email: 'E-mail',
  phone: 'Phone',
  address: 'Address',
}

interface AddFieldProps {
  taken: readonly string[]
  onAdd: (field: Field) => void
}

export function AddField({ taken, onAdd }: AddFieldProps) {
  const add = (type: FieldType) => {
    const label = labels[type] ?? typeNames[type]
    onAdd(field(keyOf(type === 'consent' ? 'consent' : label, taken), type, label, beginnings[type]))
  }
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <Button variant="default" fullWidth mt="xs" leftSection={<IconPlus size={16} stroke={1.75} />}>
          Add a field
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="50vh" style={{ overflowY: 'auto' }}>
        {fieldTypes
          .filter(type => type !== 'family' || !taken.includes('your_family'))
          .map(type => {
            const Icon = typeIcons[type]
            return (
              <Menu.Item key={type} leftSection={<Icon size={16} stroke={1.75} />} onClick={() => add(type)}>
                {typeNames[type]}
              </Menu.Item>
            )
          })}
      </Menu.Dropdown>
    </Menu>
  )
}
