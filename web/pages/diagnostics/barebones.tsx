/** The lowest rung: words, and nothing that could fail. It shares no code with the rungs above. */
export default function Barebones() {
  return (
    <div lang="en" dir="ltr">
      <title>admin-barebones</title>
      <meta name="robots" content="noindex" />
      <h1>admin-barebones</h1>
      <p>The server renders pages, and this browser receives them.</p>
    </div>
  )
}
