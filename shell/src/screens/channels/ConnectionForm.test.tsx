import type { FormField } from '@recado/sdk/client'
import { ApiError } from '@recado/sdk/ui'
import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { keys } from '../../base/query-keys.ts'
import type { ConnectionCheck } from '../../base/contracts.ts'
import { draw, sampleChannel } from '../../testing/draw.rig.tsx'
import { ConnectionForm } from './ConnectionForm.tsx'

afterEach(cleanup)

const token: FormField = { name: 'token', type: 'secret', required: true }
const broken: ConnectionCheck = { ok: false, step: 'token', code: '401', message: 'Unauthorized' }
const works: ConnectionCheck = { ok: true, identity: '@loja_bot' }
const away = new ApiError('ERR_PLUGIN_FAILED', 502)

async function form(results: (ConnectionCheck | Error)[]) {
  const tested: unknown[] = []
  const kept: unknown[] = []
  const info = { ...sampleChannel(), form: [token], guide: [{ id: 'bot', link: 'https://t.me/BotFather' }] }
  const drawn = await draw(
    <ConnectionForm
      title="Novo canal"
      type={{ info, namespace: 'plugin.sample', title: 'Exemplo', description: null }}
      submitLabel="Criar canal"
      onTest={async (config) => {
        tested.push(config)
        const result = results.shift()!
        if (result instanceof Error) throw result
        return result
      }}
      onSubmit={async ({ config }) => kept.push(config)}
      onClose={() => undefined}
    />,
    { queries: [[keys.queues, []]] },
  )
  const secret = () => drawn.getByLabelText(/^token/) as HTMLInputElement
  fireEvent.change(secret(), { target: { value: 'typed' } })
  return { ...drawn, tested, kept, secret, press: (name: string) => fireEvent.click(drawn.getByText(name)) }
}

describe('the form of a channel', () => {
  it('tells the steps to what it asks for, with the provider’s page', async () => {
    const { getByRole } = await form([])
    expect(getByRole('link', { name: 'Abrir t.me' }).getAttribute('href')).toBe('https://t.me/BotFather')
  })

  it('keeps settings that work', async () => {
    const { press, tested, kept } = await form([works])
    press('Criar canal')
    await waitFor(() => expect(kept).toEqual([{ token: 'typed' }]))
    expect(tested).toEqual([{ token: 'typed' }])
  })

  it('shows what is broken and keeps nothing; what was typed stays, and can be kept untested', async () => {
    const { press, tested, kept, secret, findByText } = await form([broken])
    press('Criar canal')
    await findByText('401 · Unauthorized')
    expect([kept, secret().value]).toEqual([[], 'typed'])
    press('Salvar sem testar')
    await waitFor(() => expect(kept).toEqual([{ token: 'typed' }]))
    expect(tested).toHaveLength(1)
  })

  it('tests again what was put right', async () => {
    const { press, tested, kept, secret, findByText } = await form([broken, works])
    press('Criar canal')
    await findByText('401 · Unauthorized')
    fireEvent.change(secret(), { target: { value: 'right' } })
    press('Criar canal')
    await waitFor(() => expect(kept).toEqual([{ token: 'right' }]))
    expect(tested).toHaveLength(2)
  })

  it('a test that failed itself can be passed over too', async () => {
    const { press, kept, findByText } = await form([away])
    press('Criar canal')
    await findByText('Salvar sem testar')
    press('Salvar sem testar')
    await waitFor(() => expect(kept).toEqual([{ token: 'typed' }]))
  })
})
