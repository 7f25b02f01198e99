import { Button } from '@mantine/core'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import type { ListState } from '#ui/use-list-state.ts'
import type { Selection } from '#ui/use-selection.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

const many = (n: number) => (n === 1 ? '1 submission' : `${n} submissions`)

type Run = (work: () => Promise<{ changed: number }>, done?: string) => Promise<boolean>

/** What can be done with those ticked. */
export function SubmissionBulk({ selection, state }: { selection: Selection; state: ListState<string> }) {
  const act = useAct(api.formSubmissions.key(), api.forms.key())
  const [mayWrite, mayDelete] = [useMay('people.write'), useMay('people.delete')]
  const ids = [...selection.ids]
  const run: Run = async (work, done) => {
    const changed = await act(work, done, 'Nothing was changed')
    if (changed) selection.clear()
    return changed
  }
  const held = state.filters.state === 'quarantined' || state.filters.state === 'spam'
  if (state.filters.deleted)
    return mayDelete ? (
      <Button
        size="compact-sm"
        onClick={() => void run(() => client.formSubmissions.restore({ ids }), `${many(ids.length)} brought back`)}
      >
        Bring back
      </Button>
    ) : null
  async function trash() {
    if (await run(() => client.formSubmissions.trash({ ids })))
      toast(`${many(ids.length)} in the trash`, () => act(() => client.formSubmissions.restore({ ids })))
  }
  return (
    <>
      {mayWrite ? <Sort ids={ids} held={held} run={run} /> : null}
      {mayDelete ? (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => void trash()}>
          Delete
        </Button>
      ) : null}
    </>
  )
}

/** To a colleague; out of the way, or back. */
const Sort = ({ ids, held, run }: { ids: string[]; held: boolean; run: Run }) => (
  <>
    <MemberSelect
      size="xs"
      aria-label="Give to"
      placeholder="Give to …"
      value={null}
      onChange={assignedTo =>
        assignedTo &&
        void run(() => client.formSubmissions.assign({ ids, assignedTo }), `${many(ids.length)} given over`)
      }
    />
    <Button
      size="compact-sm"
      variant="default"
      onClick={() =>
        void run(
          () => (held ? client.formSubmissions.notSpam({ ids }) : client.formSubmissions.markSpam({ ids })),
          held ? `${many(ids.length)} processed` : `${many(ids.length)} marked as spam`,
        )
      }
    >
      {held ? 'Not spam' : 'Mark as spam'}
    </Button>
  </>
)
