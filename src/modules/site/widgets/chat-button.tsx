import classes from './chat-button.module.css'

/** On every page. Without scripts it leads to the contact form; /chat.js makes it open the support chat. */
export function ChatButton() {
  return (
    <>
      <a id="chat-button" href="/contact?subject=Support" className={classes.button} suppressHydrationWarning>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path
            d="M8 9h8M8 13h5M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-5l-5 3v-3H6a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3Z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <span className={classes.word}>Support chat</span>
      </a>
      <script type="module" fetchPriority="low" src="/chat.js" />
    </>
  )
}
