import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { videoCaptions } from './captions/contract.ts'
import { videoCaptionsRouter } from './captions/router.ts'
import { videos } from './contract.ts'
import * as conversionJobs from './conversion/jobs.ts'
import { publicVideos } from './delivery/contract.ts'
import { deliveryRoutes } from './delivery/http.ts'
import { publicVideosRouter } from './delivery/router.ts'
import { videoReady } from './events.ts'
import * as jobs from './jobs.ts'
import { videoLibraries } from './libraries/contract.ts'
import { videoLibrariesRouter } from './libraries/router.ts'
import * as processingJobs from './processing/jobs.ts'
import { videosRouter } from './router.ts'
import { seedVideos, storeClips } from './seed.ts'
import { drawVideo, drawVideos } from './service/page-block.ts'
import { videoTriggers } from './service/workflow-pieces.ts'
import { videoShares } from './shares/contract.ts'
import { videoSharesRouter } from './shares/router.ts'
import * as tasks from './tasks.ts'
import { videoViews } from './views/contract.ts'
import { videoFinished, videoLeft } from './views/events.ts'
import { viewRoutes } from './views/http.ts'
import * as viewJobs from './views/jobs.ts'
import { videoViewsRouter } from './views/router.ts'
import { watchRoutes } from './watch/http.ts'

export default defineServerModule({
  name: 'videos',
  contract: { videos, videoLibraries, videoCaptions, videoShares, videoViews, publicVideos },
  router: {
    videos: videosRouter,
    videoLibraries: videoLibrariesRouter,
    videoCaptions: videoCaptionsRouter,
    videoShares: videoSharesRouter,
    videoViews: videoViewsRouter,
    publicVideos: publicVideosRouter,
  },
  jobs: [jobs, processingJobs, conversionJobs, viewJobs],
  tasks: [tasks],
  http: [...deliveryRoutes, ...viewRoutes, ...watchRoutes],
  pageBlocks: { ourVideo: drawVideo, ourVideos: drawVideos },
  workflowTriggers: videoTriggers,
  seed: [seed({ name: 'videos', after: ['sermons'], prepare: storeClips, run: seedVideos })],
  webhookEvents: {
    'video.ready': webhookEvent({
      event: videoReady,
      summary: 'A video can be watched',
      read: ['videos', 'get'],
      input: ({ videoId }) => ({ id: videoId }),
    }),
    'video.finished': webhookEvent({
      event: videoFinished,
      summary: 'Someone watched a video to its end in the portal',
      read: ['videos', 'get'],
      input: ({ videoId }) => ({ id: videoId }),
      details: ({ personId }) => ({ personId }),
    }),
    'video.left': webhookEvent({
      event: videoLeft,
      summary: 'Someone began a video in the portal and did not go on for three days',
      read: ['videos', 'get'],
      input: ({ videoId }) => ({ id: videoId }),
      details: ({ personId }) => ({ personId }),
    }),
  },
})
