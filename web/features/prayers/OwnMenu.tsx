export default function OwnMenu(_: { prayer: unknown }) {
  return null
}
