import { expose } from '#kernel/expose.ts'
import { pathwayPeople } from './contract.ts'
import { signOff, undoSignOff, waiting } from './service/sign-offs.ts'
import { add, get, list, ofPerson, remove, setMentor } from './service.ts'

export const pathwayPeopleRouter = expose(pathwayPeople, {
  list,
  get,
  add,
  setMentor,
  remove,
  signOff,
  undoSignOff,
  waiting,
  ofPerson,
})
