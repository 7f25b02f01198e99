export { secondsOfCall } from '../../rules/timing.ts'
