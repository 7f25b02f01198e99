import { useAct } from '#ui/use-act.ts'
import { api, type client } from '#web/api.ts'

export type Review = Awaited<ReturnType<typeof client.reviews.get>>

/** Does something with a review, and shows everything of reviews anew. */
export const useReviewAct = () => useAct(api.reviews.key())
