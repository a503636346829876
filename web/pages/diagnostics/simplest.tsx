import { useState } from 'react'
import { DiagnosticPage } from './DiagnosticPage.tsx'

export default function Simplest() {
  const [count, setCount] = useState(0)
  return (
    <DiagnosticPage
      name="admin-simplest"
      proves="When the number grows, the scripts have arrived and the page is alive."
    >
      <div>
        <button type="button" onClick={() => setCount(count + 1)}>
          Count
        </button>{' '}
        <output>{count}</output>
      </div>
    </DiagnosticPage>
  )
}
