import { useState } from 'react'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { DiagnosticPage } from './DiagnosticPage.tsx'
import { Button } from '../../ui/Button.tsx'

export default function MuiTest() {
  const [text, setText] = useState('')
  const [on, setOn] = useState(false)
  return (
    <DiagnosticPage
      name="admin-mui-test"
      proves="When these have their colours and shapes, the style sheets have arrived."
    >
      <Field label="Field" value={text} onChange={(event) => setText(event.target.value)} />
      <Switch label="Switch" hint="Shows the note." checked={on} onChange={setOn} />
      {on && (
        <Note icon="check" title="Note">
          The switch is on.
        </Note>
      )}
      <Button variant="primary" onClick={() => setText('')}>
        Empty the field
      </Button>
    </DiagnosticPage>
  )
}
