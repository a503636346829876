import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import tokens from '../styles/tokens.css?inline'
import base from '../styles/base.css?inline'
import feedStyles from '../features/community/prayers/Feed.module.css'
import markdownStyles from '../features/site/content/MarkdownField.module.css'
import updatesStyles from '../features/community/updates/Updates.module.css'
import { renderPage } from '../test.tsx'
import { Field } from './Field.tsx'
import { Select } from './Select.tsx'
import { TextArea } from './TextArea.tsx'

afterEach(() => delete document.documentElement.dataset['textSize'])

// An iPhone zooms into a field with smaller letters, and stays there.
it.each(['small', 'usual', 'large'])('has letters of at least 16 px where the text is %s', async (size) => {
  document.documentElement.dataset['textSize'] = size
  await renderPage(
    <>
      <style>{tokens + base}</style>
      <Field label="Title" />
      <Field label="Day" type="date" affix={<button>Clear</button>} />
      <p className="small">
        <Select aria-label="Group" />
      </p>
      <TextArea aria-label="Words" />
      <TextArea aria-label="Update" className={updatesStyles.updateText} />
      <TextArea aria-label="Own words" className="serif" />
      <div className={feedStyles.search}>
        <input aria-label="Search" type="search" />
      </div>
      <div className={markdownStyles.md}>
        <textarea aria-label="Page" />
      </div>
    </>,
  )
  await expect.element(page.getByLabelText('Page')).toBeVisible()
  const fields = [...document.querySelectorAll('input, select, textarea')]
  expect(fields).toHaveLength(8)
  const small = fields.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
  expect(small.map((field) => field.outerHTML)).toEqual([])
})
