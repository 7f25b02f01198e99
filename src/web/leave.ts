import { signOut } from './session.ts'

let byHand = false

/** True while someone signs out by hand, who is then not sent to the sign-in page. */
export const isLeaving = () => byHand

/** Signs out and starts afresh at the front page, with nothing of the account left in memory. */
export async function leave() {
  byHand = true
  await signOut()
  location.assign('/')
}
