import { data } from 'react-router'

export function loader() {
  throw data({ code: 'request.not_found' }, { status: 404 })
}

export const clientLoader = loader

export default function NotFound() {
  return null
}
