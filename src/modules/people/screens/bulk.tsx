import { Button, Menu, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { confirm } from '#ui/confirm.tsx'
import type { Selection } from '#ui/use-selection.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { mergeLink } from '../widgets/use-dismiss.ts'
import { BulkConsent } from './bulk-consent.tsx'
import { SetField } from './bulk-field.tsx'
import { ExportCards } from './export-cards.tsx'
import type { PeopleFilters } from './people.tsx'
import { people, type Run, useBulk } from './use-bulk.ts'

interface PeopleBulkProps {
  selection: Selection
  filters: PeopleFilters
  /** The list shows the trash. */
  trash: boolean
}
/** What can be done with those chosen, or with all that the filter finds. */
export function PeopleBulk({ selection, filters, trash }: PeopleBulkProps) {
  const run = useBulk(selection, filters)
  const mayDelete = useMay('people.delete')
  const restore = () =>
    run(
      chosen => client.people.restore({ selection: chosen }),
      n => `${people(n)} restored`,
    )
  if (!trash)
    return (
      <>
        <Labels run={run} />
        <SetField run={run} count={selection.count} />
        <BulkConsent run={run} count={selection.count} />
        <Hand run={run} />
        <ExportCards selection={selection} filters={filters} />
        <Merge selection={selection} />
        {mayDelete ? <Trash run={run} count={selection.count} /> : null}
      </>
    )
  return mayDelete ? (
    <Button size="compact-sm" onClick={() => void restore()}>
      Restore
    </Button>
  ) : null
}

/** Two of them may be one. */
function Merge({ selection: { ids, everything } }: { selection: Selection }) {
  const [first, second, ...more] = [...ids]
  if (everything || !first || !second || more.length > 0) return null
  return (
    <Button component={Link} to={mergeLink(first, second)} size="compact-sm" variant="default">
      Merge
    </Button>
  )
}

function Labels({ run }: { run: Run }) {
  const tag = (tagId: string, name: string) =>
    run(
      selection => client.people.tag({ selection, tagId }),
      n => `${name} added to ${people(n)}`,
    )
  const group = (groupId: string, name: string) =>
    run(
      selection => client.people.group({ selection, groupId }),
      n => `${people(n)} added to ${name}`,
    )
  return (
    <>
      <PickLabel kind="tags" label="Tag" onPick={(id, name) => void tag(id, name)} />
      <PickLabel kind="groups" label="Add to group" onPick={(id, name) => void group(id, name)} />
    </>
  )
}

/** To a colleague, or onto the board. */
function Hand({ run }: { run: Run }) {
  const mayLeads = useMay('leads.write')
  const assign = (assignedTo: string) =>
    run(
      selection => client.people.assign({ selection, assignedTo }),
      n => `${people(n)} assigned`,
    )
  const board = () =>
    run(
      selection => client.leads.addMany({ selection }),
      n => `${people(n)} added to the board`,
    )
  return (
    <>
      <MemberSelect
        size="xs"
        aria-label="Assign to"
        placeholder="Assign to…"
        value={null}
        onChange={userId => userId && void assign(userId)}
      />
      {mayLeads ? (
        <Button size="compact-sm" variant="default" onClick={() => void board()}>
          Add to the board
        </Button>
      ) : null}
    </>
  )
}

function Trash({ run, count }: { run: Run; count: number }) {
  async function remove() {
    const agreed = await confirm({
      title: `Move ${people(count)} to the trash?`,
      text: 'Their notes, tasks and cards on the board go with them. You can restore them for 30 days.',
      confirm: `Move ${people(count)} to the trash`,
      danger: true,
    })
    if (!agreed) return
    await run(
      selection => client.people.trash({ selection }),
      n => `${people(n)} moved to the trash`,
    )
  }
  return (
    <Button size="compact-sm" variant="subtle" color="red" onClick={() => void remove()}>
      Move to the trash
    </Button>
  )
}

interface PickLabelProps {
  kind: 'tags' | 'groups'
  label: string
  onPick: (id: string, name: string) => void
}

/** A small menu with a search: the tags or groups there are. */
function PickLabel({ kind, label, onPick }: PickLabelProps) {
  const tags = useQuery(api.tags.list.queryOptions({ input: {}, enabled: kind === 'tags' }))
  const groups = useQuery(api.groups.list.queryOptions({ input: {}, enabled: kind === 'groups' }))
  const items: { id: string; name: string }[] = (kind === 'tags' ? tags.data?.items : groups.data?.items) ?? []
  if (items.length > 12)
    return (
      <Select
        size="xs"
        aria-label={label}
        placeholder={`${label} …`}
        searchable
        value={null}
        data={items.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={id => id && onPick(id, items.find(item => item.id === id)!.name)}
      />
    )
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="compact-sm" variant="default" disabled={items.length === 0}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(item => (
          <Menu.Item key={item.id} onClick={() => onPick(item.id, item.name)}>
            {item.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
