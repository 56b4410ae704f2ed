import { act, cleanup, fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { keys } from '../../../base/query-keys.ts'
import type { Message, ShellManifest } from '../../../base/contracts.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyMessage, anyTicket } from '../../../testing/samples.ts'
import { WriteTabs } from './WriteTabs.tsx'

afterEach(cleanup)

/** Of another contract, so that its panel fails at once and nothing is fetched: here only the tabs count. */
const memo: ShellManifest['plugins'][number] = {
  id: 'memo',
  version: '1.0.0',
  title: { 'pt-BR': 'Lembretes' },
  namespace: 'plugin.memo',
  locales: {},
  errors: [],
  remote: { entry: '/memo.js', contract: { major: 99, minor: 0 }, preload: [] },
  slots: [{ slot: 'ticket.composer.tabs', panel: 'write', titleKey: 'title', order: 1, tone: 'note' }],
  pages: [],
  commands: [],
}
const manifest = (plugins: ShellManifest['plugins']): ShellManifest => ({
  contract: '1.0.0',
  plugins,
  off: [],
  channels: [],
  permissions: [],
  role: 'user',
  tier: 'free',
  texts: {},
  stream: { epoch: 'none', seq: 0 },
  timeZone: 'America/Sao_Paulo',
})
const Reply = ({ replyTo }: { replyTo: Message | null }) => (
  <WriteTabs ticket={anyTicket(1)} replyTo={replyTo}>
    <textarea aria-label="Resposta" />
  </WriteTabs>
)
function Replying() {
  const [replyTo, setReplyTo] = useState<Message | null>(null)
  return (
    <>
      <button type="button" onClick={() => setReplyTo(anyMessage(1, 1))}>
        Responder a esta
      </button>
      <Reply replyTo={replyTo} />
    </>
  )
}
/** React takes no selection on the page for one until the button is let go. */
function press(tab: HTMLElement): void {
  fireEvent.mouseDown(tab, { button: 0 })
  fireEvent.mouseUp(tab, { button: 0 })
}
const show = (plugins: ShellManifest['plugins']) =>
  draw(<Reply replyTo={null} />, { queries: [[keys.manifest, manifest(plugins)]] })

describe('ways of writing', () => {
  it('are not there without a plugin that brings one', async () => {
    const { queryByRole, getByRole } = await show([])
    expect(queryByRole('tablist')).toBeNull()
    getByRole('textbox', { name: 'Resposta' })
  })

  it('hide the reply and keep it; pressing its tab, and the keys, lead back into it', async () => {
    const { getByRole, queryByRole } = await show([memo])
    const field = getByRole('textbox', { name: 'Resposta' })
    fireEvent.change(field, { target: { value: 'pela metade' } })
    press(getByRole('tab', { name: 'Lembretes' }))
    expect(queryByRole('textbox', { name: 'Resposta' })).toBeNull()
    press(getByRole('tab', { name: 'Responder' }))
    expect(document.activeElement).toBe(field)
    expect((field as HTMLTextAreaElement).value).toBe('pela metade')
    act(() => {
      fireEvent.keyDown(document.body, { code: 'KeyM', ctrlKey: true, shiftKey: true })
    })
    expect(getByRole('tab', { name: 'Lembretes' }).getAttribute('aria-selected')).toBe('true')
  })

  it('give way to the reply when a message is replied to', async () => {
    const { getByRole, queryByRole } = await draw(<Replying />, { queries: [[keys.manifest, manifest([memo])]] })
    press(getByRole('tab', { name: 'Lembretes' }))
    expect(queryByRole('textbox', { name: 'Resposta' })).toBeNull()
    fireEvent.click(getByRole('button', { name: 'Responder a esta' }))
    expect(document.activeElement).toBe(getByRole('textbox', { name: 'Resposta' }))
  })
})
