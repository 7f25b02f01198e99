import { expose } from '#kernel/expose.ts'
import { scripture } from './contract.ts'
import { bookNotes, topics } from './service/notes.ts'
import * as service from './service.ts'

export const scriptureRouter = expose(scripture, { ...service, topics, bookNotes })
