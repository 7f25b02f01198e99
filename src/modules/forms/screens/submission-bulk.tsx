import { Button } from '@mantine/core'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import type { ListState } from '#ui/use-list-state.ts'
import type { Selection } from '#ui/use-selection.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

const many = (n: number) => (n === 1 ? '1 submission' : `${n} submissions`)

type Filter = Parameters<typeof client.formSubmissions.export>[0]
type Chosen = { ids: string[] } | { filter: Filter }
type Run = (work: (selection: Chosen) => Promise<{ changed: number }>, done: string) => Promise<boolean>

interface BulkProps {
  selection: Selection
  state: ListState<string>
  filter: Filter
}

/** What can be done with those ticked, or with all that the filter finds. */
export function SubmissionBulk({ selection, state, filter }: BulkProps) {
  const act = useAct(api.formSubmissions.key(), api.forms.key())
  const [mayWrite, mayDelete] = [useMay('people.write'), useMay('people.delete')]
  const chosen: Chosen = selection.everything ? { filter } : { ids: [...selection.ids] }
  const run: Run = async (work, done) => {
    let changed = 0
    const well = await act(async () => void ({ changed } = await work(chosen)), undefined, 'Nothing was changed')
    if (!well) return false
    toast(`${many(changed)} ${done}`)
    selection.clear()
    return true
  }
  const isSuspected = state.filters.state === 'quarantined' || state.filters.state === 'spam'
  if (state.filters.deleted)
    return mayDelete ? (
      <Button
        size="compact-sm"
        onClick={() => void run(to => client.formSubmissions.restore({ selection: to }), 'restored')}
      >
        Restore
      </Button>
    ) : null
  return (
    <>
      {mayWrite ? <Sort isSuspected={isSuspected} run={run} /> : null}
      {mayDelete ? (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          onClick={() =>
            void run(to => client.formSubmissions.trash({ selection: to }), 'moved to the trash for 30 days')
          }
        >
          Delete
        </Button>
      ) : null}
    </>
  )
}

/** To a colleague; out of the way, or back. */
const Sort = ({ isSuspected, run }: { isSuspected: boolean; run: Run }) => (
  <>
    <MemberSelect
      size="xs"
      aria-label="Assign to"
      placeholder="Assign to…"
      value={null}
      onChange={assignedTo =>
        assignedTo && void run(to => client.formSubmissions.assign({ selection: to, assignedTo }), 'assigned')
      }
    />
    <Button
      size="compact-sm"
      variant="default"
      onClick={() =>
        void run(
          to =>
            isSuspected
              ? client.formSubmissions.notSpam({ selection: to })
              : client.formSubmissions.markSpam({ selection: to }),
          isSuspected ? 'processed' : 'marked as spam',
        )
      }
    >
      {isSuspected ? 'Not spam' : 'Mark as spam'}
    </Button>
  </>
)
