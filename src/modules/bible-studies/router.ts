import { expose } from '#kernel/expose.ts'
import { bibleStudies } from './contract.ts'
import { file } from './service/files.ts'
import { begin, end, session, show } from './service/live.ts'
import { cancel, generate } from './service/requesting.ts'
import * as service from './service.ts'

export const bibleStudiesRouter = expose(bibleStudies, {
  ...service,
  generate,
  cancel,
  file,
  begin,
  session,
  show,
  end,
})
