import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import type { Outcome, Stage } from '../rules/stages.ts'
import type { Lead, useBoard } from './use-board.ts'

export interface Closing {
  lead: Lead
  index: number
}

/** Moves cards: shown at once, saved, and put back with a word where the server refuses. Closing asks first. */
export function useMove(board: ReturnType<typeof useBoard>) {
  const queries = useQueryClient()
  const [closing, setClosing] = useState<Closing | null>(null)

  async function save(lead: Lead, stage: Stage, index: number, ending?: { outcome: Outcome; reason?: string }) {
    const { after, undo } = board.show(lead, stage, index)
    try {
      const version = stage === lead.status ? undefined : lead.version
      board.put(await client.leads.move({ id: lead.id, status: stage, after, version, ...ending }))
    } catch (error) {
      undo()
      toastError(error, `${lead.name} was not moved`)
      void board.reload()
    } finally {
      void queries.invalidateQueries({ queryKey: api.leads.counts.key() })
    }
  }

  function move(lead: Lead, stage: Stage, index: number) {
    if (stage === 'closed' && lead.status !== 'closed') setClosing({ lead, index })
    else void save(lead, stage, index)
  }

  return {
    move,
    closing,
    cancelClosing: () => setClosing(null),
    close: (outcome: Outcome, reason?: string) => {
      if (closing) void save(closing.lead, 'closed', closing.index, { outcome, ...(reason && { reason }) })
      setClosing(null)
    },
  }
}
