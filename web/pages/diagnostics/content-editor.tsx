import { useId, useState } from 'react'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { LazyMarkdown } from '../../features/site/content/LazyMarkdown.tsx'
import { DiagnosticPage } from './DiagnosticPage.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { Card } from '../../ui/Card.tsx'
import fieldStyles from '../../ui/Field.module.css'

export default function ContentEditor() {
  const id = useId()
  const [text, setText] = useState('')
  return (
    <DiagnosticPage
      name="test-content-editor"
      proves="When the preview follows what is typed, editing works. Nothing is saved."
    >
      <div className={fieldStyles.field}>
        <label htmlFor={id}>Text</label>
        <TextArea id={id} rows={8} value={text} onChange={(event) => setText(event.target.value)} />
      </div>
      <Card as="section" className="stack" aria-label="Preview">
        <FormMessages>
          <LazyMarkdown>{text}</LazyMarkdown>
        </FormMessages>
      </Card>
    </DiagnosticPage>
  )
}
