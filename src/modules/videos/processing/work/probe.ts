/** Entry of the thread that reads the file of a video. */
export { probeFilm as read } from '../service/probe.ts'
