import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconArchive, IconCopy, IconEdit, IconEye, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { ArchiveDialog } from './archive-dialog.tsx'
import classes from './funnels.module.css'
import type { Row } from './use-funnels.ts'

const icon = { size: 16, stroke: 1.75 }

/** What can be done with a funnel, wherever it is shown. */
export function useFunnelVerbs({ id, name, status, address }: Pick<Row, 'id' | 'name' | 'status' | 'address'>) {
  const navigate = useNavigate()
  const act = useAct(api.funnels.key())
  /** A draft is shown by its signed preview. The team's own visits are not counted. */
  async function view() {
    if (status === 'published') return void window.open(`${address}?team=1`, '_blank')
    // Opened at once: a window that opens after waiting is blocked as a pop-up.
    const shown = window.open('', '_blank')
    const open = async () => {
      const { url } = await client.funnels.preview({ id })
      if (shown) shown.location.href = url
    }
    if (!(await act(open, undefined, 'The preview was not made'))) shown?.close()
  }
  async function duplicate() {
    let made = ''
    const copy = async () => void ({ id: made } = await client.funnels.duplicate({ id }))
    await act(copy, 'Duplicated with its pages and forms', 'The funnel was not duplicated')
    if (made) navigate(`/funnels/${made}`)
  }
  async function remove() {
    const told = status === 'published' ? 'Its address closes at once. ' : ''
    const text = `${told}Its pages and forms stay. You can restore the funnel for 30 days.`
    if (!(await confirm({ title: `Delete ${name}?`, text, confirm: 'Delete this funnel', danger: true }))) return
    if (!(await act(() => client.funnels.remove({ id }), undefined, 'The funnel was not deleted'))) return
    navigate('/funnels')
    toast(`${name} moved to the trash`, async () => {
      await act(() => client.funnels.restore({ id }))
    })
  }
  const reopen = () => act(() => client.funnels.reopen({ id }), 'It is a draft again')
  return { view, duplicate, remove, reopen }
}

/** View, Edit, Duplicate, Archive or Delete. */
export function RowActions({ row }: { row: Row }) {
  const { view, duplicate, remove, reopen } = useFunnelVerbs(row)
  const [mayWrite, mayPublish] = [useMay('content.write'), useMay('content.publish')]
  const [archiving, setArchiving] = useState(false)
  return (
    <span className={classes.actions}>
      <Tooltip label={row.status === 'published' ? 'View' : 'Preview'}>
        <ActionIcon variant="subtle" aria-label={`View ${row.name}`} onClick={() => void view()}>
          <IconEye {...icon} />
        </ActionIcon>
      </Tooltip>
      {mayWrite ? (
        <>
          <Tooltip label="Edit">
            <ActionIcon variant="subtle" component={Link} to={`/funnels/${row.id}`} aria-label={`Edit ${row.name}`}>
              <IconEdit {...icon} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Duplicate">
            <ActionIcon variant="subtle" aria-label={`Duplicate ${row.name}`} onClick={() => void duplicate()}>
              <IconCopy {...icon} />
            </ActionIcon>
          </Tooltip>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" aria-label={`Archive or delete ${row.name}`}>
                <IconArchive {...icon} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {row.status === 'archived' ? (
                <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => void reopen()}>
                  Take out of the archive
                </Menu.Item>
              ) : mayPublish ? (
                <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => setArchiving(true)}>
                  Archive
                </Menu.Item>
              ) : null}
              <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <ArchiveDialog funnel={row} opened={archiving} onClose={() => setArchiving(false)} />
        </>
      ) : null}
    </span>
  )
}
