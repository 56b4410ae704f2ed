import type { FormField, FormPreset } from '@recado/contracts'
import { renderPanel } from '@recado/sdk/testing/ui'
import { ApiError, SchemaForm, type SchemaFormProps } from '@recado/sdk/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'

const field = (name: string, type: FormField['type'], rest: Partial<FormField> = {}): FormField => ({
  name,
  type,
  required: false,
  ...rest,
})
const plugin = { id: 'notes', version: '1.0.0', title: 'Notes' }
const words = {
  settings: {
    title: { label: 'Title', help: 'Shown to customers' },
    token: { label: 'Token' },
    limit: { label: 'Limit' },
    open: { label: 'Open' },
    tone: { label: 'Tone', options: { calm: 'Calm' } },
    hosts: { label: 'Hosts' },
    presets: { one: { help: 'https://help.one.test/' }, two: { help: 'javascript:alert(1)' } },
  },
}

function draw(props: Partial<SchemaFormProps> & Pick<SchemaFormProps, 'fields'>) {
  const sent: Record<string, unknown>[] = []
  renderPanel(
    <SchemaForm
      values={{}}
      namespace="plugin.notes"
      prefix="settings"
      onSubmit={(values) => {
        sent.push(values)
        return Promise.resolve()
      }}
      {...props}
    />,
    { plugin, words, errors: { ERR_TIER_REQUIRED: 'Your plan does not include this' } },
  )
  return { sent, save: () => fireEvent.click(screen.getByText('Save')) }
}
const write = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

afterEach(cleanup)

describe('a field that is needed with some choices alone', () => {
  const fields = [
    field('tone', 'enum', { options: ['calm', 'loud'], default: 'calm' }),
    field('token', 'string', { shownFor: { tone: ['loud'] } }),
    field('title', 'string', { shownFor: { tone: ['calm'] } }),
  ]

  test('is shown with them, and keeps what was entered while it is not', async () => {
    const { sent, save } = draw({ fields, values: { tone: 'loud' } })
    expect(screen.queryByLabelText('Title')).toBeNull()
    write('Token', 'abc')
    write('Tone', 'calm')
    expect(screen.queryByLabelText('Token')).toBeNull()
    write('Title', 'Hello')
    write('Tone', 'loud')
    expect(screen.getByLabelText<HTMLInputElement>('Token').value).toBe('abc')
    save()
    await waitFor(() => expect(sent).toMatchObject([{ tone: 'loud', token: 'abc', title: 'Hello' }]))
  })

  test('follows the choice that a setting has by itself', () => {
    draw({ fields })
    expect(screen.queryByLabelText('Token')).toBeNull()
    expect(screen.getByLabelText(/^Title/)).toBeDefined()
  })
})

describe('a form that can be filled in for a provider', () => {
  const fields = [
    field('host', 'string', { required: true }),
    field('port', 'integer', { required: true }),
    field('folder', 'string', { advanced: true, default: 'INBOX' }),
  ]
  const presets: FormPreset[] = [
    { id: 'one', title: 'One Mail', values: { host: 'imap.one.test', port: 993 } },
    { id: 'two', title: 'Two Mail', values: { host: 'imap.two.test', port: 143 } },
  ]
  const provider = () => screen.getByLabelText<HTMLSelectElement>('Provider')

  test('a provider fills in its fields, and names its page; what was typed since is nobody’s', () => {
    const { sent, save } = draw({ fields, presets })
    expect(provider().value).toBe('')
    fireEvent.change(provider(), { target: { value: 'one' } })
    expect(screen.getByRole('link', { name: 'Help: One Mail' }).getAttribute('href')).toBe('https://help.one.test/')
    save()
    expect(sent).toEqual([expect.objectContaining({ host: 'imap.one.test', port: 993, folder: 'INBOX' })])
    write(/^host/, 'imap.own.test')
    expect(provider().value).toBe('')
  })

  test('“another one” keeps what the provider filled in', () => {
    draw({ fields, presets })
    fireEvent.change(provider(), { target: { value: 'two' } })
    fireEvent.change(provider(), { target: { value: '' } })
    expect(provider().value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>(/^host/).value).toBe('imap.two.test')
  })

  test('stored values tell their provider', () => {
    draw({ fields, presets, values: { host: 'imap.two.test', port: 143 } })
    expect(provider().value).toBe('two')
  })

  test('what few need is in a fold, which is open where it is filled in or a mistake is in it', () => {
    const fold = () => screen.getByText('Advanced').closest('details')!
    draw({ fields })
    expect(fold().open).toBe(false)
    cleanup()
    draw({ fields, values: { folder: 'Support' } })
    expect(fold().open).toBe(true)
    cleanup()
    draw({ fields: [field('words', 'stringArray', { advanced: true, default: ['stop', 'end'] })] })
    expect(fold().open).toBe(false)
    cleanup()
    draw({ fields: [field('words', 'stringArray', { advanced: true, default: ['stop'] })], values: { words: ['end'] } })
    expect(fold().open).toBe(true)
    cleanup()
    const { save } = draw({
      fields: [field('folder', 'string', { advanced: true, required: true })],
    })
    expect(fold().open).toBe(false)
    save()
    expect(fold().open).toBe(true)
    expect(document.activeElement).toBe(screen.getByLabelText(/^folder/))
  })
})

describe('a form from the fields of a schema', () => {
  test('a typed secret is forgotten once it was kept, and stays where it was not', async () => {
    const answers = [false, undefined]
    const { save } = draw({
      fields: [field('pass', 'secret', { required: true })],
      onSubmit: () => Promise.resolve(answers.shift()),
    })
    const typed = () => screen.getByLabelText<HTMLInputElement>(/^pass/)
    write(/^pass/, 'a secret')
    save()
    await waitFor(() => expect(answers).toHaveLength(1))
    expect(typed().value).toBe('a secret')
    await waitFor(() => expect(screen.getByText('Save').closest('button')!.getAttribute('aria-busy')).not.toBe('true'))
    save()
    await waitFor(() => expect(typed().value).toBe(''))
  })

  test('labels, help and stored values are shown; what is sent has the types of the schema', async () => {
    const { sent, save } = draw({
      fields: [
        field('title', 'string'),
        field('limit', 'integer'),
        field('open', 'boolean'),
        field('tone', 'enum', { options: ['calm', 'loud'] }),
        field('hosts', 'stringArray'),
      ],
      values: { title: 'Hello', open: true, hosts: ['a.example'] },
    })
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Hello')
    expect(screen.getByText('Shown to customers')).toBeTruthy()
    write('Limit', '12')
    write('Tone', 'calm')
    write('Hosts', 'b.example')
    fireEvent.click(screen.getByLabelText('Add'))
    save()
    await waitFor(() =>
      expect(sent).toEqual([
        { title: 'Hello', limit: 12, open: true, tone: 'calm', hosts: ['a.example', 'b.example'] },
      ]),
    )
  })

  test('a stored secret is never in the page and is sent only when it is replaced', async () => {
    const { sent, save } = draw({
      fields: [field('token', 'secret', { required: true })],
      secretsSet: { token: { set: true, last4: '1234' } },
    })
    expect(screen.getByText('Set, ends with 1234')).toBeTruthy()
    expect(document.querySelector('input')).toBeNull()
    save()
    await waitFor(() => expect(sent).toEqual([{}]))
    await waitFor(() => expect(screen.getByText('Save').closest('button')?.ariaBusy).not.toBe('true'))
    fireEvent.click(screen.getByText('Replace'))
    write(/^Token/, 'new-token')
    save()
    await waitFor(() => expect(sent).toEqual([{}, { token: 'new-token' }]))
    await waitFor(() => expect(document.querySelector('input')).toBeNull())
  })

  test('what is typed is told at once, and a secret never', () => {
    const told: Readonly<Record<string, unknown>>[] = []
    const fields = [field('title', 'string', { default: 'Shop' }), field('token', 'secret')]
    draw({ fields, onChange: (values) => told.push(values) })
    fireEvent.change(screen.getByLabelText('Token'), { target: { value: 'hidden' } })
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Sh' } })
    expect([told[0], told.at(-1)]).toEqual([{ title: 'Shop' }, { title: 'Sh' }])
    expect(JSON.stringify(told)).not.toContain('hidden')
  })

  test('what breaks a rule is named at its field, gets the focus, and nothing is sent', () => {
    const { sent, save } = draw({
      fields: [field('title', 'string', { required: true }), field('limit', 'integer', { max: 10 })],
    })
    write('Limit', '11')
    save()
    expect(screen.getByText('Fill in this field')).toBeTruthy()
    expect(screen.getByText('The maximum is 10')).toBeTruthy()
    const title = screen.getByLabelText(/^Title/)
    expect(document.activeElement).toBe(title)
    expect(title.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(title.getAttribute('aria-describedby')!.split(' ').at(-1)!)?.textContent).toBe(
      'Fill in this field',
    )
    expect(sent).toEqual([])
  })

  test('issues of the server stand at their fields; any other refusal stands above the button', async () => {
    const refusals = [
      new ApiError('ERR_VALIDATION', 422, { issues: [{ path: 'settings.title', message: 'Already taken' }] }),
      new ApiError('ERR_TIER_REQUIRED', 403),
    ]
    const { save } = draw({ fields: [field('title', 'string')], onSubmit: () => Promise.reject(refusals.shift()!) })
    save()
    expect(await screen.findByText('Already taken')).toBeTruthy()
    save()
    expect((await screen.findByRole('alert')).textContent).toBe('Your plan does not include this')
    expect(screen.queryByText('Already taken')).toBeNull()
  })

  test('an issue that is a code is said in its sentence at its field', async () => {
    const issues = [{ path: 'title', message: 'ERR_TIER_REQUIRED' }]
    const refusal = new ApiError('ERR_VALIDATION', 422, { issues })
    const { save } = draw({ fields: [field('title', 'string')], onSubmit: () => Promise.reject(refusal) })
    save()
    expect(await screen.findByText('Your plan does not include this')).toBeTruthy()
    expect(screen.getByLabelText(/^title/i).getAttribute('aria-invalid')).toBe('true')
  })

  describe('whose secrets would be sent elsewhere', () => {
    const fields = [
      field('host', 'url', { target: 'address' }),
      field('token', 'secret', { required: true }),
      field('other', 'secret'),
      field('proxy', 'secret', { target: 'proxy' }),
    ]
    const stored = {
      fields,
      values: { host: 'https://api.example/v1' },
      secretsSet: { token: true, other: true, proxy: true },
    }
    const note = /the address has changed/

    test('says so as soon as the address is another one, to readers of the screen too, and takes it back with the address', () => {
      draw(stored)
      expect(screen.queryByText(note)).toBeNull()
      write('host', 'https://api.example/v2')
      expect(screen.queryByText(note)).toBeNull()
      write('host', 'https://other.example/v1')
      const token = screen.getByLabelText<HTMLInputElement>(/^Token/)
      expect(document.getElementById(token.getAttribute('aria-describedby')!)?.textContent).toMatch(note)
      expect(screen.getByRole('status').textContent).toBe('The address has changed. Type again: Token, other')
      // The stored secret cannot be kept, and the proxy gets its previous one.
      expect(screen.queryByText('Keep the current one')).toBeNull()
      expect(screen.queryByLabelText('proxy')).toBeNull()
      write('host', 'https://api.example/v1')
      expect(screen.queryByText(note)).toBeNull()
      expect(screen.getByRole('status').textContent).toBe('')
    })

    test('is not sent before each of them was typed again or taken away', async () => {
      const { sent, save } = draw(stored)
      write('host', 'https://other.example')
      save()
      expect(sent).toEqual([])
      const token = screen.getByLabelText(/^Token/)
      expect(document.activeElement).toBe(token)
      expect(token.getAttribute('aria-invalid')).toBe('true')
      write(/^Token/, 'new-token')
      fireEvent.click(within(document.querySelector('[id$="-other"]')!).getByText('Remove'))
      expect(screen.getByText('Will be removed when you save')).toBeTruthy()
      save()
      await waitFor(() => expect(sent).toEqual([{ host: 'https://other.example', token: 'new-token', other: null }]))
    })

    test('asks for them when the proxy goes', () => {
      draw(stored)
      fireEvent.click(within(document.querySelector('[id$="-proxy"]')!).getByText('Remove'))
      expect(screen.getByRole('status').textContent).toContain('Token')
    })

    test('has nothing to ask for at the first time', () => {
      draw({ fields })
      write('host', 'https://other.example')
      expect(screen.queryByText(note)).toBeNull()
    })

    test('shows at the fields what the server asks for', async () => {
      const issues = [{ path: 'token', message: 'x', rule: 'addressChanged' as const }]
      const { save } = draw({
        ...stored,
        onSubmit: () => Promise.reject(new ApiError('ERR_VALIDATION', 422, { issues })),
      })
      save()
      expect(await screen.findByText('Type it again: the address has changed')).toBeTruthy()
    })
  })
})
