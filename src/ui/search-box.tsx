import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

export interface SearchBoxProps {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  className?: string
}

/** Tells of what was typed once the typing pauses. */
export function SearchBox({ value, onChange, placeholder = 'Search', className }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const tell = useDebouncedCallback(onChange, 250)
  useEffect(() => setTyped(value), [value])

  const change = (next: string) => {
    setTyped(next)
    tell(next.trim())
  }
  return (
    <TextInput
      className={className}
      type="search"
      value={typed}
      onChange={event => change(event.currentTarget.value)}
      placeholder={placeholder}
      aria-label={placeholder}
      leftSection={<IconSearch size={16} stroke={1.75} />}
      rightSection={typed ? <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} /> : null}
    />
  )
}
