/** The simplest diagnostic page: text only, and nothing that could fail. Shares no code with the others. */
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
