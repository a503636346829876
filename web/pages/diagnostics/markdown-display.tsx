import { useId } from 'react'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { LazyMarkdown } from '../../features/site/content/LazyMarkdown.tsx'
import { DiagnosticPage } from './DiagnosticPage.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { Card } from '../../ui/Card.tsx'
import fieldStyles from '../../ui/Field.module.css'

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
      <div className={fieldStyles.field}>
        <label htmlFor={id}>As written</label>
        <TextArea id={id} rows={12} readOnly value={SAMPLE} />
      </div>
      <Card as="section" className="stack" aria-label="Displayed">
        <FormMessages>
          <LazyMarkdown>{SAMPLE}</LazyMarkdown>
        </FormMessages>
      </Card>
    </DiagnosticPage>
  )
}
