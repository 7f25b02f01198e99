import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { confirm } from '#ui/confirm.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import type { Product } from './products.tsx'

/** Does something with a product, says so, and shows the list as it is now. */
function useProductAct(onDone: () => void) {
  const queries = useQueryClient()
  return async (work: () => Promise<string>, failed: string) => {
    try {
      toast(await work())
      onDone()
    } catch (error) {
      toastError(error, failed)
    } finally {
      await queries.invalidateQueries({ queryKey: api.products.key() })
    }
  }
}

const agreeToDelete = ({ name, sold }: Product) =>
  confirm({
    title: `Delete ${name}?`,
    text:
      sold > 0
        ? `It was sold ${sold === 1 ? 'once' : `${sold} times`}, so it will be archived: nobody new can choose it, and existing subscribers keep it.`
        : 'It was never sold. It will be deleted here and at the payment provider.',
    confirm: sold > 0 ? 'Archive' : 'Delete',
    danger: true,
  })

/** Archive, delete and sync, in the drawer of a product. */
export function ProductMenu({ product, onDone }: { product: Product; onDone: () => void }) {
  const act = useProductAct(onDone)
  const { id, name, active, syncState } = product
  const sync = async () => {
    const { syncProblem } = await client.products.sync({ id })
    if (syncProblem) throw new Error(syncProblem)
    return `${name} is synced with the payment provider`
  }
  const archive = async () => {
    await client.products.archive({ id })
    return `${name} is archived`
  }
  const remove = async () => {
    const { outcome } = await client.products.remove({ id })
    return outcome === 'archived' ? `${name} is archived, because it was sold before` : `${name} is deleted`
  }
  async function askAndRemove() {
    if (await agreeToDelete(product)) await act(remove, `${name} was not deleted`)
  }
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button variant="subtle" color="gray">
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {syncState === 'synced' ? null : <Menu.Item onClick={() => void act(sync, 'Not synced')}>Retry sync</Menu.Item>}
        {active ? <Menu.Item onClick={() => void act(archive, 'Not archived')}>Archive</Menu.Item> : null}
        <Menu.Item color="red" onClick={() => void askAndRemove()}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
