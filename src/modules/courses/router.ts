import { expose } from '#kernel/expose.ts'
import { courses } from './contract.ts'
import {
  create,
  duplicate,
  listCourseUses,
  listVersions,
  remove,
  restore,
  revertCourse,
  update,
} from './service/changes.ts'
import { exportCourses, list } from './service/list.ts'
import { createPreview } from './service/preview.ts'
import { archive, publish, unpublish } from './service/publication.ts'
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
  uses: listCourseUses,
  versions: listVersions,
  revert: revertCourse,
  preview: createPreview,
  export: exportCourses,
})
