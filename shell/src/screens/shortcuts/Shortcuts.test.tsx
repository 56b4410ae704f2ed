import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { session } from '../../base/session/services.ts'
import { anyLogin } from '../../testing/samples.ts'
import { draw } from '../../testing/draw.rig.tsx'
import { KeysInForce } from '../../base/shortcuts/KeysInForce.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import type { ShellManifest } from '../../base/contracts.ts'

const manifest: ShellManifest = {
  contract: '1.0.0',
  plugins: [],
  off: [],
  channels: [],
  permissions: [],
  role: 'user',
  tier: 'free',
  texts: {},
  stream: { epoch: 'none', seq: 0 },
  timeZone: 'America/Sao_Paulo',
}

beforeEach(() => session.begin(anyLogin()))
afterEach(() => {
  cleanup()
  session.end()
})

const show = () =>
  draw(
    <KeysInForce manifest={manifest}>
      <Shortcuts />
    </KeysInForce>,
  )
const row = (name: string) => within(screen.getByText(name).closest('li')!)
const kept = () => session.current()?.user.configs.shortcuts
const record = (name: string, init: KeyboardEventInit) => {
  fireEvent.click(row(name).getByRole('button', { name: `Mudar o atalho de ${name}` }))
  fireEvent.keyDown(screen.getByLabelText('Teclas'), init)
  return within(screen.getByRole('dialog'))
}

test('keys are pressed and saved, and hold at once', async () => {
  await show()
  const dialog = record('Fixar ou desafixar', { code: 'KeyG', key: 'g' })
  expect(dialog.getByRole('status').textContent).toBe('G está livre.')
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(kept()).toEqual({ pin: { code: 'KeyG' } })
  expect(row('Fixar ou desafixar').getByText('G', { selector: 'kbd' })).toBeTruthy()
})

test('keys of another act are told with its name, and taken only by saying so', async () => {
  await show()
  const dialog = record('Fixar ou desafixar', { code: 'KeyE', key: 'e' })
  expect(dialog.getByRole('status').textContent).toContain('já é de “Resolver”')
  expect(kept()).toBeUndefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Trocar' }))
  expect(kept()).toEqual({ pin: { code: 'KeyE' }, resolve: null })
  expect(row('Resolver').getByText('Sem atalho')).toBeTruthy()
})

test('the browser’s keys are refused with the reason, and nothing can be saved', async () => {
  await show()
  const dialog = record('Fixar ou desafixar', { code: 'KeyW', key: 'w', ctrlKey: true })
  expect(dialog.getByText(/Ctrl W é do navegador/)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Salvar' }).hasAttribute('disabled')).toBe(true)
  expect(fireEvent.keyDown(screen.getByLabelText('Teclas'), { code: 'Tab', key: 'Tab' }), 'Tab leads on').toBe(true)
})

test('keys are cleared and brought back, and the focus stays in the row', async () => {
  await show()
  fireEvent.click(row('Resolver').getByRole('button', { name: 'Remover o atalho de Resolver' }))
  expect(kept()).toEqual({ resolve: null })
  expect(document.activeElement).toBe(row('Resolver').getByRole('button', { name: 'Mudar o atalho de Resolver' }))
  fireEvent.click(row('Resolver').getByRole('button', { name: 'Restaurar o atalho padrão de Resolver' }))
  expect(kept()).toEqual({})
})

test('everything goes back to how it came, once that is confirmed', async () => {
  session.updateUser({ configs: { ...anyLogin().configs, shortcuts: { resolve: null, pin: { code: 'KeyE' } } } })
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Restaurar padrão' }))
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Restaurar padrão' }))
  await screen.findByText('E', { selector: 'kbd' })
  expect(kept()).toEqual({})
})
