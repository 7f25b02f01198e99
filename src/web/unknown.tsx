import { replace } from 'react-router'

const home = () => {
  throw replace('/')
}

export const loader = home
export const clientLoader = home

export default function Unknown() {
  return null
}
