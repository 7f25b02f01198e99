import { replace } from 'react-router'

/** The home page, which says which address does not exist. */
const home = ({ request }: { request: Request }) => {
  throw replace(`/?missing=${encodeURIComponent(new URL(request.url).pathname)}`)
}

export const loader = home
export const clientLoader = home

export default function Unknown() {
  return null
}
