import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore, type ComponentType } from 'react'
import { Link, useLocation } from 'react-router'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { useRequireSignIn } from '../../features/identity/sessions/useRequireSignIn.ts'
import { LazyMarkdown } from '../../features/site/content/LazyMarkdown.tsx'
import { useThemes } from '../../features/site/themes/useThemes.ts'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { endpointQuery } from '../../query.ts'
import { useSite } from '../../site.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextAreaField } from '../../ui/TextArea.tsx'

function Counter() {
  const [count, setCount] = useState(0)
  return (
    <div>
      <button type="button" onClick={() => setCount(count + 1)}>
        Count
      </button>{' '}
      <output>{count}</output>
    </div>
  )
}

function Address() {
  const { pathname } = useLocation()
  return (
    <>
      <p>
        This address: <code>{pathname}</code>
      </p>
      <p>
        <Link to="/admin-minimal/further">/admin-minimal/further</Link>
      </p>
    </>
  )
}

function Controls() {
  const [text, setText] = useState('')
  const [on, setOn] = useState(false)
  return (
    <>
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
    </>
  )
}

function Session() {
  const { status, user } = useAuth()
  useRequireSignIn()
  return (
    <dl>
      <dt>Session</dt>
      <dd>{status}</dd>
      {user && (
        <>
          <dt>Name</dt>
          <dd>
            <bdi>{user.display_name}</bdi>
          </dd>
          <dt>Role</dt>
          <dd>{user.role}</dd>
        </>
      )}
    </dl>
  )
}

function Entries() {
  const { status } = useAuth()
  useRequireSignIn()
  const { data, error } = useQuery({
    ...endpointQuery('content.manage_list', { limit: 1 }, true),
    enabled: status === 'signed_in',
  })
  if (status !== 'signed_in') return <p>Only for those who are signed in.</p>
  if (error) return <p role="alert">{error.detail}</p>
  return <p>{data ? `Entries: ${data.total}` : 'Loading'}</p>
}

const SAMPLE = `# A heading

A paragraph with *emphasis*, **weight**, [a link](/) and <b>HTML that must stay text</b>.

- one
- two

| Left | Right |
|---|---|
| 1 | 2 |`

function Words({ label, shown, sample }: { label: string; shown: string; sample?: string }) {
  const [text, setText] = useState(sample ?? '')
  return (
    <>
      <TextAreaField
        label={label}
        rows={sample === undefined ? 8 : 12}
        readOnly={sample !== undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Card as="section" className="stack" aria-label={shown}>
        <FormMessages>
          <LazyMarkdown>{text}</LazyMarkdown>
        </FormMessages>
      </Card>
    </>
  )
}

const sentences = { failed: 'Failed to load themes', invalid: 'Invalid themes data' }

// The appearance menu dispatches this event when the reader chooses another theme.
function subscribe(listener: () => void): () => void {
  addEventListener('appearance', listener)
  return () => removeEventListener('appearance', listener)
}

function Themes() {
  const { default_theme, themes } = useSite()
  const current = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset['theme'],
    () => default_theme,
  )
  const { query, themes: loaded, problem } = useThemes()
  return (
    <dl>
      <dt>Current theme</dt>
      <dd>{themes.find(({ id }) => id === current)?.name ?? `unknown: ${current}`}</dd>
      <dt>Theme count</dt>
      <dd>{loaded?.length ?? themes.length}</dd>
      <dt>Loading state</dt>
      <dd>{problem ? sentences[problem] : query.status}</dd>
    </dl>
  )
}

/** Each says what works if the page does, and what it shows. */
const rungs: Partial<Record<string, [proves: string, Shown: ComponentType]>> = {
  'admin-simplest': ['When the number grows, the scripts have arrived and the page is alive.', Counter],
  'admin-minimal': ['When the link changes the address without a reload, the router works.', Address],
  'admin-mui-test': ['When these have their colours and shapes, the style sheets have arrived.', Controls],
  'admin-test': ['When your name is here, the session reached the server and came back.', Session],
  'test-admin-content': ["When there is a number, an administrator's calls are answered.", Entries],
  'test-content-editor': [
    'When the preview follows what is typed, editing works. Nothing is saved.',
    () => <Words label="Text" shown="Preview" />,
  ],
  'test-markdown-display': [
    'The same text, as it was written and as it is displayed.',
    () => <Words label="As written" shown="Displayed" sample={SAMPLE} />,
  ],
  'theme-debug': ['When the loading state is success, the server gives the themes out.', Themes],
}

/** A diagnostic page. They are for operators, in English only. */
export default function Rung({ name }: { name: string }) {
  const [proves, Shown] = rungs[name] ?? []
  return (
    <div className="stack" lang="en" dir="ltr">
      <title>{name}</title>
      <meta name="robots" content="noindex" />
      <h1>{name}</h1>
      <p className="secondary">{proves}</p>
      {Shown && <Shown />}
    </div>
  )
}
