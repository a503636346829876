import '../../styles/forms.css'
import { useId } from 'react'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { LazyMarkdown } from '../../features/site/content/LazyMarkdown.tsx'
import { DiagnosticPage } from './DiagnosticPage.tsx'

const SAMPLE = `# A heading

A paragraph with *emphasis*, **weight**, [a link](/) and <b>HTML that must stay text</b>.

- one
- two

| Left | Right |
|---|---|
| 1 | 2 |`

export default function MarkdownDisplay() {
  const id = useId()
  return (
    <DiagnosticPage name="test-markdown-display" proves="The same text, as it was written and as it is displayed.">
      <div className="field">
        <label htmlFor={id}>As written</label>
        <textarea id={id} className="textarea" rows={12} readOnly value={SAMPLE} />
      </div>
      <section className="card stack" aria-label="Displayed">
        <FormMessages>
          <LazyMarkdown>{SAMPLE}</LazyMarkdown>
        </FormMessages>
      </section>
    </DiagnosticPage>
  )
}
