import { defineModule } from '#kernel/modules.ts'

export default defineModule({ name: 'campaigns' })
