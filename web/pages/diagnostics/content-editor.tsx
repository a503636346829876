import '../../styles/forms.css'
import { useId, useState } from 'react'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { LazyMarkdown } from '../../features/site/content/LazyMarkdown.tsx'
import { DiagnosticPage } from './DiagnosticPage.tsx'

export default function ContentEditor() {
  const id = useId()
  const [text, setText] = useState('')
  return (
    <DiagnosticPage
      name="test-content-editor"
      proves="When the preview follows what is typed, editing works. Nothing is saved."
    >
      <div className="field">
        <label htmlFor={id}>Text</label>
        <textarea
          id={id}
          className="textarea"
          rows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <section className="card stack" aria-label="Preview">
        <FormMessages>
          <LazyMarkdown>{text}</LazyMarkdown>
        </FormMessages>
      </section>
    </DiagnosticPage>
  )
}
