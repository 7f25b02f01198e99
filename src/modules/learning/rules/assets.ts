/** What pages of courses need besides the frame’s own. */
export const LEARN_STYLES = '/learn.css'
export const LEARN_SCRIPT = '/learn.js'
