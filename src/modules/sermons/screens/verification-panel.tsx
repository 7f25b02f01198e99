import { useQuery } from '@tanstack/react-query'
import { Findings } from '#scripture/widgets/findings.tsx'
import { toast } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { replaceInDocument } from '../rules/document.ts'
import type { Editing, Sermon } from './use-sermon.ts'

interface VerificationProps {
  sermon: Sermon
  editing: Editing
  mayWrite: boolean
}

/** What the verifier says of the sermon as it is stored; the stored words replace a quotation in what is being edited. */
export function VerificationPanel({ sermon, editing: { words, set, draft }, mayWrite }: VerificationProps) {
  const found = useQuery(
    api.sermons.verify.queryOptions({ input: { id: sermon.id }, meta: { live: ['sermons'] }, enabled: draft.saved }),
  )
  const replace = (replacement: Parameters<typeof replaceInDocument>[1]) => {
    const document = replaceInDocument(words.document, replacement)
    if (document) set({ document })
    else toast('This quotation changed since it was checked')
  }
  return <Findings query={found} onReplace={mayWrite ? replace : undefined} />
}
