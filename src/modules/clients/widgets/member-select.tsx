import { Select, type SelectProps } from '@mantine/core'
import { useMembers } from './use-members.ts'

/** Chooses someone of the team by name; the value is their user id. */
export function MemberSelect(props: Omit<SelectProps, 'data'> & { nobody?: string }) {
  const { nobody, ...rest } = props
  const { members } = useMembers()
  const data = members.map(member => ({ value: member.userId, label: member.name || member.email }))
  return <Select searchable clearable {...rest} data={nobody ? [{ value: 'nobody', label: nobody }, ...data] : data} />
}
