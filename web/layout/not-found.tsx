import { data } from 'react-router'

const missing = () => data({ code: 'request.not_found' }, { status: 404 })

export function loader() {
  throw missing()
}

export function clientLoader() {
  throw missing()
}

export default function NotFound() {
  return null
}
