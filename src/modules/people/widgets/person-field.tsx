import { Button, Group, Input, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { PersonPicker } from './person-picker.tsx'

export interface ChosenPerson {
  id: string
  name: string
}
interface PersonFieldProps {
  label: string
  value: ChosenPerson | null
  onChange: (person: ChosenPerson | null) => void
  error?: ReactNode
  /** It has the focus in a dialog. */
  focused?: boolean
}

/** One person: a search until someone is chosen, then the name. The focus goes along, so that a keyboard stays where it is. */
export function PersonField({ label, value, onChange, error, focused }: PersonFieldProps) {
  const root = useRef<HTMLDivElement>(null)
  const isMoved = useRef(false)
  const id = value?.id
  useEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    root.current?.querySelector<HTMLElement>('button, input')?.focus()
  }, [id])
  const move = (person: ChosenPerson | null) => {
    isMoved.current = true
    onChange(person)
  }
  return (
    <div ref={root}>
      {value ? (
        <Group gap="xs">
          <Text size="sm" role="status">
            Chosen: {value.name}
          </Text>
          <Button size="compact-xs" variant="subtle" aria-label={`Change ${value.name}`} onClick={() => move(null)}>
            Change
          </Button>
        </Group>
      ) : (
        <PersonPicker label={label} focused={focused} onPick={(id, name) => move({ id, name })} />
      )}
      {error ? <Input.Error>{error}</Input.Error> : null}
    </div>
  )
}
