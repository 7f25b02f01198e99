// A tablet that many use goes back to an empty form after half a minute.
const { back } = document.documentElement.dataset
if (back) setTimeout(() => location.replace(back), 30_000)
