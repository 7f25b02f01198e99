import { Anchor, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { badgeTitle, useLeadNames } from '../widgets/use-lead-names.ts'
import type { Person } from './person-fields.tsx'

/** Their card on the board, or a button that makes one. */
export function OnBoard({ person }: { person: Person }) {
  const queries = useQueryClient()
  const names = useLeadNames()
  const mayWrite = useMay('leads.write')
  const mayRead = useMay('leads.read')
  const open = person.leads.find(lead => lead.status !== 'closed')
  if (open && mayRead)
    return (
      <Anchor component={Link} to={`/leads?lead=${open.id}`} underline="never">
        <StatusBadge of="lead" value={open.status} label={`On the board: ${badgeTitle(names, open.status)}`} />
      </Anchor>
    )
  if (!mayWrite) return null
  const add = async () => {
    try {
      await client.leads.create({ personId: person.id })
      toast(`${person.name} is on the board`)
      await queries.invalidateQueries({ queryKey: api.people.key() })
    } catch (error) {
      toastError(error, 'Not added to the board')
    }
  }
  return (
    <Button variant="default" onClick={() => void add()}>
      Add to the board
    </Button>
  )
}
