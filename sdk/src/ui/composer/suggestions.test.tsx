import { ComposerSuggestions, useComposer, type Composer } from '@recado/sdk/ui'
import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'

const messages = [
  { key: 'hello', text: 'Hello, how can I help?' },
  { key: 'hours', text: 'We open at nine.' },
  { key: 'bye', text: 'Goodbye!' },
]

const picked: string[] = []
/** Another action with the same trigger, before or after the first one. */
function Shortcuts({ composer }: { composer: Composer }) {
  const query = composer.trigger?.query ?? ''
  return (
    <ComposerSuggestions
      composer={composer}
      trigger="/"
      label="Shortcuts"
      items={['hand over', 'close'].filter((name) => name.startsWith(query))}
      itemKey={(name) => name}
      renderItem={(name) => name}
      empty="No shortcut"
      onPick={(name) => {
        picked.push(name)
        composer.insertText('')
      }}
    />
  )
}

function Writing({
  withShortcuts,
  onAttach = () => undefined,
}: {
  withShortcuts?: 'before' | 'behind'
  onAttach?: (files: readonly File[]) => void
}) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const { composer, fieldProps } = useComposer({
    mode: 'reply',
    text,
    onTextChange: setText,
    onAttach,
    disabled: false,
    field,
    anchor: null,
  })
  const query = composer.trigger?.query ?? ''
  return (
    <>
      <textarea
        ref={field}
        aria-label="Message"
        value={text}
        onChange={(event) => setText(event.target.value)}
        {...fieldProps}
      />
      <button onClick={() => composer.open('/')}>Quick messages</button>
      <button onClick={() => composer.replace(composer.selection().text.toUpperCase())}>Shout</button>
      {withShortcuts === 'before' && <Shortcuts composer={composer} />}
      <ComposerSuggestions
        composer={composer}
        trigger="/"
        label="Quick messages"
        items={messages.filter(({ key }) => key.startsWith(query))}
        itemKey={({ key }) => key}
        renderItem={({ key }) => key}
        renderPreview={({ text: preview }) => preview}
        onPick={({ text: picked }) => {
          composer.insertText(picked)
          composer.attach([new File(['x'], 'price.pdf')])
        }}
      />
      {withShortcuts === 'behind' && <Shortcuts composer={composer} />}
    </>
  )
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Message')
/** Simulates a browser's keystroke: the text, the caret, and the events of both. */
function type(text: string): void {
  fireEvent.change(field(), { target: { value: text } })
  field().setSelectionRange(text.length, text.length)
  fireEvent.select(field())
}
const rows = () => screen.queryAllByRole('option').map((row) => row.textContent)
const activeRow = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent

afterEach(() => {
  cleanup()
  picked.length = 0
})

describe('suggestions of a composer action', () => {
  test('typing the trigger opens the list, typing on filters it', () => {
    renderPanel(<Writing />)
    type('/')
    expect(rows()).toEqual(['hello', 'hours', 'bye'])
    type('/ho')
    expect(rows()).toEqual(['hours'])
    expect(screen.getByText('We open at nine.')).toBeTruthy()
    type('price /ho')
    expect(rows()).toEqual([])
  })

  test('arrows move over the rows, around the end, and the field names the active one', () => {
    renderPanel(<Writing />)
    type('/')
    expect(activeRow()).toBe('hello')
    fireEvent.keyDown(field(), { key: 'ArrowDown' })
    expect(activeRow()).toBe('hours')
    fireEvent.keyDown(field(), { key: 'ArrowUp' })
    fireEvent.keyDown(field(), { key: 'ArrowUp' })
    expect(activeRow()).toBe('bye')
    expect(field().getAttribute('role')).toBe('combobox')
  })

  test('Enter replaces the trigger by what was picked, hands over its file, and closes', () => {
    const attached: string[] = []
    renderPanel(<Writing onAttach={(files) => attached.push(...files.map(({ name }) => name))} />)
    type('/ho')
    expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(false)
    expect(field().value).toBe('We open at nine.')
    expect(attached).toEqual(['price.pdf'])
    expect(rows()).toEqual([])
  })

  test('Escape closes and keeps the text; the same trigger stays closed while typing on', () => {
    renderPanel(<Writing />)
    type('/h')
    fireEvent.keyDown(field(), { key: 'Escape' })
    expect(rows()).toEqual([])
    type('/he')
    expect(rows()).toEqual([])
    expect(field().value).toBe('/he')
  })

  test('with nothing to pick, Enter is left to the composer', () => {
    renderPanel(<Writing />)
    type('/zzz')
    expect(screen.getByText('Nothing found')).toBeTruthy()
    expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(true)
  })

  test('the button opens the list in the middle of a text and picking keeps what stands around', () => {
    renderPanel(<Writing />)
    type('Dear Ana, ')
    fireEvent.click(screen.getByText('Quick messages'))
    expect(rows()).toHaveLength(3)
    type('Dear Ana, by')
    expect(rows()).toEqual(['bye'])
    fireEvent.keyDown(field(), { key: 'Tab' })
    expect(field().value).toBe('Dear Ana, Goodbye!')
  })
})

describe('several actions of one trigger', () => {
  const headings = () => screen.queryAllByRole('group').map((group) => group.getAttribute('aria-label'))

  test('share one list, each under its own heading, in the order of the actions', () => {
    renderPanel(<Writing withShortcuts="behind" />)
    type('/')
    expect(screen.getAllByRole('listbox')).toHaveLength(1)
    expect([headings(), rows()]).toEqual([
      ['Quick messages', 'Shortcuts'],
      ['hello', 'hours', 'bye', 'hand over', 'close'],
    ])
    screen.getByText('Shortcuts', { selector: '.k-suggestions-heading' })
    cleanup()
    renderPanel(<Writing withShortcuts="before" />)
    type('/')
    expect([headings(), rows()]).toEqual([
      ['Shortcuts', 'Quick messages'],
      ['hand over', 'close', 'hello', 'hours', 'bye'],
    ])
  })

  test('are filtered alike, and the keys go over the rows of all of them', () => {
    renderPanel(<Writing withShortcuts="behind" />)
    type('/h')
    expect(rows()).toEqual(['hello', 'hours', 'hand over'])
    expect(screen.getByText('Hello, how can I help?')).toBeTruthy()
    fireEvent.keyDown(field(), { key: 'End' })
    expect(activeRow()).toBe('hand over')
    expect(screen.queryByText('Hello, how can I help?')).toBeNull()
    fireEvent.keyDown(field(), { key: 'ArrowDown' })
    expect(activeRow()).toBe('hello')
    fireEvent.keyDown(field(), { key: 'ArrowUp' })
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect([picked, field().value, rows()]).toEqual([['hand over'], '', []])
  })

  test('one that finds nothing leaves the list to the others; where none finds anything each says so', () => {
    renderPanel(<Writing withShortcuts="behind" />)
    type('/close')
    expect([headings(), rows(), activeRow()]).toEqual([['Shortcuts'], ['close'], 'close'])
    expect(screen.queryByText('Nothing found')).toBeNull()
    type('/zzz')
    screen.getByText('Nothing found')
    screen.getByText('No shortcut')
    expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(true)
    expect(field().getAttribute('role')).toBeNull()
  })
})

describe('a composer action that rewrites', () => {
  test('reads what is selected, else everything, and replaces the whole text', () => {
    renderPanel(<Writing />)
    type('good morning')
    field().setSelectionRange(0, 4)
    fireEvent.click(screen.getByText('Shout'))
    expect(field().value).toBe('GOOD')
    type('good evening')
    fireEvent.click(screen.getByText('Shout'))
    expect(field().value).toBe('GOOD EVENING')
  })

  test('replaces it while something else keeps the focus', () => {
    renderPanel(<Writing />)
    type('good morning')
    // As the dialog does whose button it was.
    field().addEventListener('focus', () => screen.getByText('Shout').focus())
    fireEvent.click(screen.getByText('Shout'))
    expect(field().value).toBe('GOOD MORNING')
  })
})
