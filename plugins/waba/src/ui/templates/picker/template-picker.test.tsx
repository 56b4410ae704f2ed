import type { Ticket } from '@recado/sdk'
import type { Composer } from '@recado/sdk/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Template } from '../../../templates/template.ts'
import { approved, connection, draw, listOf, mediaId, words } from '../templates.rig.tsx'
import TemplatePicker from './template-picker.tsx'

const { picker } = words.templates
/** Words of the kit's picker. */
const kit = { title: 'Send template', send: 'Send template', none: 'No approved template on this channel' }
const ticket = {
  name: 'Mary Major',
  protocol: '2026-7',
  channelId: connection.id,
  whatsapp: { id: connection.id, name: 'Shop' },
} as Ticket

function pickFrom(templates: readonly Template[], composer: object = {}) {
  const sent: unknown[] = []
  const whole = {
    mode: 'reply',
    disabled: false,
    focus: () => undefined,
    sendParts: (parts: unknown[]) => sent.push(...parts),
    ...composer,
  } as unknown as Composer
  const { calls } = draw(<TemplatePicker ticket={ticket} composer={whole} />, () => listOf(...templates))
  return { sent, calls }
}
const opener = () => screen.findByRole<HTMLButtonElement>('button', { name: kit.title })
const open = async () => fireEvent.click(await opener())
const fill = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: kit.send }))
afterEach(cleanup)

test('an approved template of the conversation’s number is chosen, filled in and sent once it is whole', async () => {
  const { sent, calls } = pickFrom([approved])
  await open()
  fireEvent.click(await screen.findByRole('button', { name: /order_ready/ }))
  expect(calls[0]!.path).toBe(`/p/waba/templates?searchParam=&connectionId=${connection.id}&status=APPROVED&limit=30`)
  const first = await screen.findByLabelText<HTMLInputElement>(/^Value of \{\{1\}\}/)
  expect(first.value).toBe('Mary')
  send()
  await screen.findByText(picker.required)
  expect(sent).toEqual([])
  fill(/^Value of \{\{2\}\}/, 'tomorrow')
  within(screen.getByRole('region', { name: words.templates.preview.title })).getByText(
    'Hello Mary, your order arrives tomorrow.',
  )
  send()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    {
      kind: 'template',
      name: 'order_ready',
      language: 'en',
      vars: { 1: 'Mary', 2: 'tomorrow' },
      text: 'Hello Mary, your order arrives tomorrow.',
    },
  ])
})

test('a header that is a file takes the template’s own', async () => {
  const { sent } = pickFrom([
    {
      ...approved,
      headerFormat: 'DOCUMENT',
      headerMediaId: mediaId('d1'),
      headerMediaUrl: '/media/d1',
      body: 'Your bill.',
      bodyExamples: {},
    },
  ])
  await open()
  fireEvent.click(await screen.findByRole('button', { name: /order_ready/ }))
  fireEvent.click(await screen.findByRole('checkbox', { name: picker.useExample }))
  send()
  await screen.findByText(words.templates.rule.headerMediaRequired)
  fireEvent.click(screen.getByRole('checkbox', { name: picker.useExample }))
  send()
  await waitFor(() =>
    expect(sent).toEqual([
      { kind: 'template', name: 'order_ready', language: 'en', vars: {}, header: '/media/d1', text: 'Your bill.' },
    ]),
  )
})

test('it works where the window is closed, and not in notes or where nothing can be written at all', async () => {
  const isOff = async () => (await opener()).disabled
  pickFrom([], { disabled: true, window: { open: false } })
  expect(await isOff()).toBe(false)
  for (const composer of [{ disabled: true }, { disabled: true, window: { open: true } }, { mode: 'note' as const }]) {
    cleanup()
    pickFrom([], composer)
    expect(await isOff()).toBe(true)
  }
})

test('no approved template, and none that can be sent from here', async () => {
  pickFrom([])
  await open()
  await screen.findByText(kit.none)
  cleanup()
  pickFrom([{ ...approved, buttons: [{ type: 'other', text: 'Form', providerType: 'FLOW' }] }])
  await open()
  await screen.findByText(picker.unsupported)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /order_ready/ }).disabled).toBe(true)
})
