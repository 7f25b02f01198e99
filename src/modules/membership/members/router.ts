import { expose } from '#kernel/expose.ts'
import { courseMembers } from './contract.ts'
import { add, exportMembers, list, previewMail, readFile } from './service.ts'

export const courseMembersRouter = expose(courseMembers, { list, add, previewMail, readFile, export: exportMembers })
