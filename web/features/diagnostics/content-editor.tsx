import '../../styles/forms.css'
import { useId, useState } from 'react'
import { Paragraphs } from './Paragraphs.tsx'
import { Rung } from './Rung.tsx'

export { loader } from './gate.ts'

export default function ContentEditor() {
  const id = useId()
  const [text, setText] = useState('')
  return (
    <Rung name="test-content-editor" proves="When the preview follows what is typed, editing works. Nothing is saved.">
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
        <Paragraphs text={text} />
      </section>
    </Rung>
  )
}
