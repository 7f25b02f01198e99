import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'videos',
  statuses: { video: { processing: 'blue', ready: 'green', needs_conversion: 'yellow', failed: 'red' } },
  topics: { videos: 'content.read' },
})
