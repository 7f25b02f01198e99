import { expose } from '#kernel/expose.ts'
import { portal } from './contract.ts'
import { clientOfPortal } from './service/church.ts'
import { me, signOut, switchPerson } from './service/people.ts'
import { preferences, setPreferences, stopAll } from './service/preferences.ts'

export const portalRouter = expose(
  portal,
  { me, switchPerson, signOut, preferences, setPreferences, stopAll },
  clientOfPortal,
)
