import { expose } from '#kernel/expose.ts'
import { courses } from './contract.ts'
import { create, duplicate, remove, restore, revert, update, uses, versions } from './service/editing.ts'
import { exportCourses, list } from './service/list.ts'
import { preview } from './service/preview.ts'
import { archive, publish, unpublish } from './service/publishing.ts'
import { get } from './service.ts'

export const coursesRouter = expose(courses, {
  list,
  get,
  create,
  update,
  publish,
  unpublish,
  archive,
  duplicate,
  remove,
  restore,
  uses,
  versions,
  revert,
  preview,
  export: exportCourses,
})
