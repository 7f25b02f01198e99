import { defineModule } from '#kernel/modules.ts'

export default defineModule({ name: 'call-rules', topics: { 'call-rules': 'messaging.write' } })
