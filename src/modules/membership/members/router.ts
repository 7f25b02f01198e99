import { expose } from '#kernel/expose.ts'
import { courseMembers } from './contract.ts'
import { addMembers, exportMembers, list, previewMail, readMemberFile } from './service.ts'

export const courseMembersRouter = expose(courseMembers, {
  list,
  add: addMembers,
  previewMail,
  readFile: readMemberFile,
  export: exportMembers,
})
